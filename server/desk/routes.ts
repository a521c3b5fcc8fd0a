import type { FastifyRequest } from 'fastify'
import { can } from '#contract/access/access.ts'
import { dayCalls } from '#contract/calls/day.ts'
import type { Money } from '#contract/kit/money.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Audit } from '#server/audit/audit.ts'
import { type Announcing, announceChange } from '#server/booking/announce-change.ts'
import { listTimesForStaff } from '#server/calendar/staff-offers.ts'
import type { Db } from '#server/database/db.ts'
import { shareReads } from '#server/database/shared-read.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { refundLimitOf } from '#server/payment/refund/limit.ts'
import { attentionOf, onlyDoctorOf, rosterWith, shownTo, toAppointment, toDay } from './day.ts'
import { changeBy, mark, setNote } from './mark-status.ts'
import { moveByStaff } from './move.ts'
import { newsRoutes } from './news.ts'
import { markRefusals, moveRefusals, noteRefusals, treatmentRefusals } from './refusals.ts'
import { type DeskRow, findDeskBooking, listBusyOn, listDay, listToGiveBack } from './store.ts'
import { changeTreatment, listTreatmentChoices } from './treatment.ts'
import { unmarkedRoutes } from './unmarked.ts'

type Deps = Announcing & { db: Db; identity: Identity; audit: Audit; clinic: () => Promise<Money> }

/** Registers the routes of the desk's day. */
export function deskRoutes(app: App, deps: Deps) {
  dayRoutes(app, deps)
  changeRoutes(app, deps)
  treatmentRoutes(app, deps)
  unmarkedRoutes(app, deps)
  newsRoutes(app, deps)
}

function dayRoutes(app: App, { db, identity, calendar, audit }: Deps) {
  // After a change all open pages read the day at the same time.
  const readDay = shareReads((date: IsoDate, doctorId?: string) => listDay(db, date, doctorId))
  const readToGiveBack = shareReads(() => listToGiveBack(db))
  route(app, identity, dayCalls.readDay, async (request) => {
    const { date } = request.query
    const caller = identity.caller(request)
    const doctorId = onlyDoctorOf(caller)
    const [rules, rows, toGiveBack] = await Promise.all([
      calendar.rules(),
      readDay(date, doctorId),
      can(caller, 'refund-payment') ? readToGiveBack() : [],
    ])
    await audit.recordRead(request, 'read-day', formatMediumDate(date), personsIn([...rows, ...toGiveBack]))
    const isWrong = (row: DeskRow) => attentionOf(rules, row, calendar.clock())
    return toDay(date, rosterWith(rules, date, doctorId), {
      ...{ rows, toGiveBack, attentionOf: isWrong },
      ...shownTo(caller),
    })
  })
  route(app, identity, dayCalls.listDeskTimes, async ({ params: { id }, query: { date } }) => {
    const { treatmentId } = existing(await findDeskBooking(db, id))
    const busy = await listBusyOn(db, date, id)
    const times = listTimesForStaff(await calendar.rules(), { treatmentId, date }, busy, calendar.clock())
    return times.map(({ slot, doctors }) => ({ slot, doctors: doctors.map(({ id: _id, name }) => ({ _id, name })) }))
  })
}

function changeRoutes(app: App, deps: Deps) {
  const { db, identity, audit } = deps
  route(app, identity, dayCalls.markAppointment, async (request) => {
    const outcome = await mark(deps, request.params.id, request.body, changeBy(deps, request))
    if (!outcome.ok) throw problemOf(markRefusals, outcome)
    return respond(deps, request, outcome.appointment)
  })
  route(app, identity, dayCalls.noteAppointment, async (request) => {
    const outcome = await setNote(db, request.params.id, request.body, changeBy(deps, request))
    if (!outcome.ok) throw problemOf(noteRefusals, outcome)
    return respond(deps, request, outcome.appointment)
  })
  route(app, identity, dayCalls.moveAppointment, async (request) => {
    const found = existing(await findDeskBooking(db, request.params.id))
    const outcome = await moveByStaff(deps, found, request.body, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(moveRefusals, outcome)
    return respond(deps, request, outcome.appointment, [found.date])
  })
}

function treatmentRoutes(app: App, deps: Deps) {
  const { db, identity, audit, calendar } = deps
  route(app, identity, dayCalls.listTreatmentChoices, async (request) => {
    const found = existing(await findDeskBooking(db, request.params.id))
    const others = await listDay(db, found.date)
    return listTreatmentChoices(await calendar.rules(), found, others, calendar.clock())
  })
  route(app, identity, dayCalls.changeTreatment, async (request) => {
    const { price, ...body } = request.body
    const caller = identity.caller(request)
    const money = await deps.clinic()
    const change = { ...body, price: requestedCents(price, money, 'price') }
    const found = existing(await findDeskBooking(db, request.params.id))
    const limit = await refundLimitOf(db, caller, money)
    const who = { record: audit.recordFor(request), by: caller.email, limit }
    const outcome = await changeTreatment(deps, found, change, who)
    if (!outcome.ok) throw problemOf(treatmentRefusals, outcome)
    return respond(deps, request, outcome.appointment)
  })
}

function existing(found: DeskRow | undefined): DeskRow {
  if (!found) throw problemOf(noteRefusals, { reason: 'unknown-appointment' })
  return found
}

function personsIn(rows: { patientId: string }[]): string[] {
  return [...new Set(rows.map(({ patientId }) => patientId))]
}

/** Announces a change and returns the response. `others`: the other days that changed. */
function respond(deps: Deps, request: FastifyRequest, appointment: DeskRow, others: IsoDate[] = []) {
  announceChange(deps, [...others, appointment.date])
  const shown = shownTo(deps.identity.caller(request))
  return { success: true as const, appointment: toAppointment(appointment, shown) }
}
