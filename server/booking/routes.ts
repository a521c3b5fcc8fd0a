import { z } from 'zod'
import type { BookingRequest } from '#contract/booking/booking.ts'
import { bookingCalls } from '#contract/calls/booking.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate, mediumDate } from '#contract/kit/time/clinic-date.ts'
import { slot } from '#contract/kit/time/slot.ts'
import { authorize, authorizeRow, isOwn, unauthenticated } from '#server/access/authorize.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { invalid, refusedFields } from '#server/http/problem.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Report } from '#server/telemetry/report.ts'
import { type Announcing, announceChange } from './announce-change.ts'
import { book, type Refusal } from './book.ts'
import { readByHand } from './money-by-hand-store.ts'
import { bookingRefusals } from './refusals.ts'
import { toAuditTarget, toPatientResponse, toResponse } from './response.ts'
import { findAnyBooking, listBookings } from './store.ts'

type Deps = Announcing & {
  db: Db
  clock: () => Date
  identity: Identity
  audit: Audit
  report: Report
}

/** Registers the routes that book an appointment, list a patient's appointments and return one. */
export function bookingRoutes(app: App, deps: Deps) {
  bookRoute(app, deps)
  listRoute(app, deps)
  getRoute(app, deps)
}

function bookRoute(app: App, { identity, report, ...deps }: Deps) {
  route(
    app,
    identity,
    bookingCalls.book,
    async (request, reply) => {
      const holder = identity.holderOf(request)
      const { body } = request
      authorize(holder, 'book', { email: body.patient })
      const { clinic } = await deps.calendar.rules()
      const priceCents = requestedCents(body.price, clinic, 'price')
      const outcome = await book(deps, holder.sessionId, { ...body, priceCents })
      report.booking('patient', outcome.ok ? 'booked' : outcome.reason)
      if (!outcome.ok) return reply.code(409).send(toConflict(outcome, body))
      announceChange(deps, [body.date])
      const rules = await deps.calendar.rules()
      const byHand = (await readByHand(deps.db, [outcome.booking]))(outcome.booking)
      const booking = toPatientResponse(outcome.booking, { rules, now: deps.clock(), byHand })
      return reply.code(201).send({ success: true, booking })
    },
    {
      errorHandler: (error, request) => {
        const errors = refusedFields(error)
        throw errors ? invalid(errors, { success: false, booking: validTime.parse(request.body) }) : error
      },
    },
  )
}

function listRoute(app: App, { db, calendar, clock, identity, audit }: Deps) {
  route(app, identity, bookingCalls.listBookings, async (request, reply) => {
    const { patient, cancelled, ...wanted } = request.query
    const caller = identity.caller(request)
    authorize(caller, 'list-bookings', { email: patient })
    const forPatient = patient === caller.email
    const query = { ...wanted, withCancelled: cancelled, forPatient }
    const [{ rows, hasMore }, rules] = await Promise.all([listBookings(db, patient, query), calendar.rules()])
    if (hasMore) linkNextPage(request, reply, wanted)
    if (!forPatient && rows.length > 0) {
      const personIds = [...new Set(rows.map(({ patientId }) => patientId))].sort()
      await audit.recordRead(request, 'read-appointment', `the appointments of ${patient}`, personIds)
    }
    const byHand = await readByHand(db, rows)
    const now = clock()
    return rows.map((row) => toPatientResponse(row, { rules, now, byHand: byHand(row) }))
  })
}

function getRoute(app: App, { db, calendar, clock, identity, audit }: Deps) {
  route(app, identity, bookingCalls.getBooking, async (request) => {
    const caller = identity.caller(request)
    const found = authorizeRow(caller, 'read-booking', await findAnyBooking(db, request.params.id))
    if (!isOwn(caller, found))
      await audit.recordRead(request, 'read-appointment', `the appointment ${toAuditTarget(found)}`, [found.patientId])
    const byHand = (await readByHand(db, [found]))(found)
    const rules = await calendar.rules()
    return toPatientResponse(found, { rules, now: clock(), byHand })
  })
}

/** Returns the body of a 409, which always contains a day and a time.
 *  @throws ProblemError for a refusal with another status */
function toConflict(refusal: Refusal, request: BookingRequest) {
  const booking = { date: formatMediumDate(request.date), slot: request.slot }
  switch (refusal.reason) {
    case 'signed-out':
      throw unauthenticated()
    case 'already-booked':
      return { success: false as const, booking: toResponse(refusal.booking) }
    case 'slot-taken':
      return { success: false as const, reason: refusal.reason, booking }
    case 'price-changed':
      return { success: false as const, reason: refusal.reason, booking, price: toDollars(refusal.priceCents) }
    default:
      throw problemOf(bookingRefusals, { reason: refusal.reason }, { success: false, booking })
  }
}

/** Parses a malformed request into its day and time, without the invalid ones. */
const validTime = z
  .object({
    date: z
      .string()
      .refine((text) => mediumDate.safeParse(text).success)
      .optional()
      .catch(undefined),
    slot: z.optional(slot).catch(undefined),
  })
  .catch({})
