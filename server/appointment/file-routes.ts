import { z } from 'zod'
import { linkRequest } from '#contract/kit/link.ts'
import { authorizeRow, isOwn } from '#server/access/authorize.ts'
import type { Audit } from '#server/audit/audit.ts'
import { toAuditTarget } from '#server/booking/response.ts'
import { type BookingWithDoctor, findBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import type { CalendarClinic } from '#server/icalendar/icalendar.ts'
import { contactFor } from '#server/patient/contact-store.ts'
import { findByToken } from './link.ts'
import type { LinkTokens } from './link-token.ts'

type Deps = {
  db: Db
  clock: () => Date
  identity: Identity
  linkTokens: LinkTokens
  sender: () => Promise<CalendarClinic>
  audit: Audit
}

const tags = ['booking']
const response = { 200: { content: { 'text/calendar': { schema: z.string() } } } }
const headers = {
  'content-type': 'text/calendar; charset=utf-8',
  'content-disposition': 'attachment; filename="appointment.ics"',
}

/** Registers the routes by which a patient adds an appointment to a calendar: signed in, or by a link in an email. */
export function calendarFileRoutes(app: App, deps: Deps) {
  ownRoute(app, deps)
  linkRoute(app, deps)
}

function ownRoute(app: App, { db, identity, sender, audit }: Deps) {
  app.get(
    '/booking/:id/calendar.ics',
    {
      onRequest: [identity.bearer],
      schema: {
        tags,
        operationId: 'getBookingFile',
        summary: 'One appointment as a file for calendars',
        problems: [404],
        params: z.object({ id: z.uuid('Not a booking id') }),
        response,
      },
    },
    async (request, reply) => {
      const caller = identity.caller(request)
      const found = authorizeRow(caller, 'read-booking', await findBooking(db, request.params.id))
      if (!isOwn(caller, found))
        await audit.recordRead(request, 'read-appointment', `the calendar file of ${toAuditTarget(found)}`, [
          found.patientId,
        ])
      const isCallers = found.patientId === caller.patientIds[0]
      return reply.headers(headers).send(await fileOf(found, !isCallers, sender))
    },
  )
}

function linkRoute(app: App, { db, clock, linkTokens, sender }: Deps) {
  app.post(
    '/appointment-link/calendar.ics',
    {
      schema: {
        tags,
        operationId: 'getLinkedFile',
        summary: 'The appointment of a link in an email as a file for calendars',
        problems: [404],
        body: linkRequest,
        response,
      },
    },
    async ({ body: { token } }, reply) => {
      const found = await findByToken({ db, linkTokens }, token, clock())
      const { isNamed } = await contactFor(db, found, 'appointment')
      return reply.headers(headers).send(await fileOf(found, isNamed, sender))
    },
  )
}

async function fileOf(
  { patientName, ...booking }: BookingWithDoctor,
  isNamed: boolean,
  sender: () => Promise<CalendarClinic>,
) {
  // Imported on first use, because its library takes time to load.
  const { appointmentFile } = await import('#server/icalendar/icalendar.ts')
  return appointmentFile({ ...booking, ...(isNamed && { patientName }) }, await sender())
}
