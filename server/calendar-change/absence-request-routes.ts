import { scopeOf } from '#contract/access/access.ts'
import { absenceRequestCalls } from '#contract/calls/absence-request.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { askForAbsence, refuseAbsence, withdrawRequest } from './absence-request.ts'
import { listOpenRequests, listRequestsOf } from './absence-request-store.ts'
import { askRefusals, decideRefusals } from './refusals.ts'

type Deps = { db: Db; jobs: Jobs; identity: Identity; calendar: Calendar; audit: Audit }

/** Registers the routes by which dentists ask for absences and admins refuse them. */
export function absenceRequestRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  askRoutes(app, deps)
}

function listRoute(app: App, { db, identity, calendar }: Deps) {
  route(app, identity, absenceRequestCalls.listAbsenceRequests, async (request) => {
    const caller = identity.caller(request)
    const today = await calendar.today()
    const rows = await (scopeOf(caller, 'read-absence-requests') === 'own'
      ? listOwn(db, caller, today)
      : listOpenRequests(db, today))
    return rows.map(({ id, doctorId, doctor, firstDay, lastDay, note, state, reason }) => ({
      ...{ _id: id, doctorId, doctor, note, state },
      firstDay: formatMediumDate(firstDay),
      lastDay: formatMediumDate(lastDay),
      ...(reason !== '' && { reason }),
    }))
  })
}

async function listOwn(db: Db, { doctorId }: Caller, today: IsoDate) {
  return doctorId ? listRequestsOf(db, doctorId, today) : []
}

function askRoutes(app: App, deps: Deps) {
  const { db, identity, calendar, audit } = deps
  route(app, identity, absenceRequestCalls.askForAbsence, async (request, reply) => {
    const today = await calendar.today()
    const asked = { days: request.body, today }
    const outcome = await askForAbsence(db, identity.caller(request), asked, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(askRefusals, outcome)
    return reply.code(201).send({ insertedId: outcome.id })
  })
  route(app, identity, absenceRequestCalls.withdrawAbsenceRequest, async (request, reply) => {
    const { id } = request.params
    const outcome = await withdrawRequest(db, identity.caller(request), id, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(decideRefusals, outcome)
    return reply.code(204).send()
  })
  route(app, identity, absenceRequestCalls.refuseAbsence, async (request, reply) => {
    const outcome = await refuseAbsence(deps, request.params.id, request.body.reason, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(decideRefusals, outcome)
    return reply.code(204).send()
  })
}
