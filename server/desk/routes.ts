import { z } from 'zod'
import { moveTimes } from '#contract/calendar/attention.ts'
import { changedAppointment, deskDay, deskMoveRequest, noteRequest, statusRequest } from '#contract/desk/day.ts'
import { formatMediumDate, type IsoDate, mediumDate } from '#contract/kit/time/clinic-date.ts'
import type { RecordAuditFor, RecordRead } from '#server/audit/record.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { type DeskDeps, type DeskOutcome, mark, moveByStaff, setNote } from './change.ts'
import { type Roster, toAppointment, toDay } from './day.ts'
import { problemOf } from './refusals.ts'
import { type DeskRow, findDeskBooking, listBusyOn, listDay } from './store.ts'

type Busy = Awaited<ReturnType<typeof listBusyOn>>

type Deps = DeskDeps & {
  identity: Identity
  readRoster: (date: IsoDate) => Promise<Roster>
  /** Returns the free times of a treatment on a day, with the doctors who are free then. */
  listTimes: (wish: { treatmentId: string; date: IsoDate }, busy: Busy) => Promise<z.infer<typeof moveTimes>>
  recordRead: RecordRead
  recordAuditFor: RecordAuditFor
  /** Called after appointments of these days were changed. */
  onChanged: (dates: IsoDate[]) => void
}

const tags = ['desk']
const params = z.object({ id: z.uuid('Not a booking id') })
const onDay = z.object({ date: mediumDate })

/** Registers the routes of the desk's day. */
export function deskRoutes(app: App, deps: Deps) {
  dayRoute(app, deps)
  timesRoute(app, deps)
  statusRoute(app, deps)
  noteRoute(app, deps)
  moveRoute(app, deps)
}

function dayRoute(app: App, { db, identity, readRoster, recordRead }: Deps) {
  app.get(
    '/desk/day',
    {
      onRequest: [identity.may('read-day')],
      schema: {
        tags,
        operationId: 'readDay',
        summary: 'A day’s hours, dentists and appointments',
        querystring: onDay,
        response: { 200: deskDay },
      },
    },
    async (request) => {
      const { date } = request.query
      const [roster, rows] = await Promise.all([readRoster(date), listDay(db, date)])
      await recordRead(request, 'read-day', formatMediumDate(date), personsIn(rows))
      return toDay(date, roster, rows)
    },
  )
}

function timesRoute(app: App, { db, identity, listTimes }: Deps) {
  app.get(
    '/desk/appointments/:id/times',
    {
      onRequest: [identity.may('read-day')],
      schema: {
        tags,
        operationId: 'listDeskTimes',
        summary: 'The times on a day to which an appointment can move within the rules',
        problems: [404],
        params,
        querystring: onDay,
        response: { 200: moveTimes },
      },
    },
    async ({ params: { id }, query: { date } }) => {
      const { treatmentId } = existing(await findDeskBooking(db, id))
      return listTimes({ treatmentId, date }, await listBusyOn(db, date, id))
    },
  )
}

function statusRoute(app: App, deps: Deps) {
  app.patch(
    '/desk/appointments/:id/status',
    {
      onRequest: [deps.identity.may('change-appointment')],
      schema: {
        tags,
        operationId: 'markAppointment',
        summary: 'Mark an appointment as arrived, done or a no-show, or undo that',
        problems: [404, 409],
        params,
        body: statusRequest,
        response: { 200: changedAppointment },
      },
    },
    async (request) =>
      respond(await mark(deps, request.params.id, request.body, deps.recordAuditFor(request)), deps.onChanged),
  )
}

function noteRoute(app: App, deps: Deps) {
  app.patch(
    '/desk/appointments/:id/note',
    {
      onRequest: [deps.identity.may('change-appointment')],
      schema: {
        tags,
        operationId: 'noteAppointment',
        summary: 'Replace the clinic’s own note of an appointment',
        problems: [404, 409],
        params,
        body: noteRequest,
        response: { 200: changedAppointment },
      },
    },
    async (request) =>
      respond(await setNote(deps, request.params.id, request.body, deps.recordAuditFor(request)), deps.onChanged),
  )
}

function moveRoute(app: App, deps: Deps) {
  app.patch(
    '/desk/appointments/:id/time',
    {
      config: { ifUncertain: 'We don’t know whether this was moved. Look at the day before you try again.' },
      onRequest: [deps.identity.may('change-appointment')],
      schema: {
        tags,
        operationId: 'moveAppointment',
        summary: 'Move an appointment to another time or dentist, also in spite of the rules',
        problems: [404, 409],
        params,
        body: deskMoveRequest,
        response: { 200: changedAppointment },
      },
    },
    async (request) => {
      const found = existing(await findDeskBooking(deps.db, request.params.id))
      const outcome = await moveByStaff(deps, found, request.body, deps.recordAuditFor(request))
      return respond(outcome, (dates) => deps.onChanged([found.date as IsoDate, ...dates]))
    },
  )
}

function existing(found: DeskRow | undefined): DeskRow {
  if (!found) throw problemOf({ reason: 'unknown-appointment' })
  return found
}

function personsIn(rows: { patientId: string }[]): string[] {
  return [...new Set(rows.map(({ patientId }) => patientId))]
}

function respond(outcome: DeskOutcome, onChanged: Deps['onChanged']) {
  if (!outcome.ok) throw problemOf(outcome)
  const { appointment } = outcome
  onChanged([appointment.date as IsoDate])
  return { success: true as const, appointment: toAppointment(appointment) }
}
