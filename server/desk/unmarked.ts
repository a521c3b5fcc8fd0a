import { dayCalls } from '#contract/calls/day.ts'
import type { SettableStatus } from '#contract/desk/day.ts'
import { type ManyMarked, type ManyMarks, maxMarked, unmarkedDays } from '#contract/desk/unmarked.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Audit } from '#server/audit/audit.ts'
import { type Announcing, announceChange } from '#server/booking/announce-change.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { onlyDoctorOf } from './day.ts'
import { type ChangeBy, changeBy, mark } from './mark-status.ts'
import { markRefusals } from './refusals.ts'
import { listUnmarked } from './store.ts'

type Deps = Announcing & { db: Db; identity: Identity; audit: Audit }

const dayMs = 86_400_000

/** Registers the routes of appointments that are over and not marked. */
export function unmarkedRoutes(app: App, deps: Deps) {
  const { db, identity, audit, calendar } = deps
  route(app, identity, dayCalls.listUnmarked, async (request) => {
    const now = calendar.clock()
    const doctorId = onlyDoctorOf(identity.caller(request))
    const from = new Date(now.getTime() - unmarkedDays * dayMs)
    const rows = await listUnmarked(db, { from, now, doctorId, limit: maxMarked })
    const patients = [...new Set(rows.map(({ patientId }) => patientId))]
    if (patients.length > 0) await audit.recordRead(request, 'read-day', 'appointments without a status', patients)
    return rows.map(({ id, patientName, treatment, slot, status, date: day, doctorName }) => ({
      ...{ _id: id, patientName, treatment, slot, status: status as SettableStatus, date: formatMediumDate(day) },
      ...(doctorName !== null && { doctor: doctorName }),
    }))
  })
  route(app, identity, dayCalls.markAppointments, async (request) => {
    const { results, days } = await markMany(deps, request.body, changeBy(deps, request))
    announceChange(deps, days)
    return { results }
  })
}

/** Marks appointments one after another, each in a transaction of its own, so that what is done stays done whatever
 *  happens to the rest. */
async function markMany(deps: Deps, { status, appointments }: ManyMarks, by: ChangeBy) {
  const results: ManyMarked['results'] = []
  const days = new Set<IsoDate>()
  for (const { _id, from } of appointments) {
    const outcome = await mark(deps, _id, { from, status }, by)
    if (outcome.ok) days.add(outcome.appointment.date)
    const problem = outcome.ok ? undefined : problemOf(markRefusals, outcome).message
    results.push({ _id, done: outcome.ok, ...(problem !== undefined && { problem }) })
  }
  return { results, days: [...days] }
}
