import { z } from 'zod'
import {
  type Booking,
  type BookingRequest,
  booking,
  bookingMade,
  bookingRefused,
  bookingRequest,
} from '#contract/booking.ts'
import { toCents, toDollars } from '#contract/kit/money.ts'
import { formatMediumDate, type IsoDate, mediumDate } from '#contract/kit/time/clinic-date.ts'
import { slot } from '#contract/kit/time/slot.ts'
import { authorize, authorizeRow, unauthenticated } from '#server/access/authorize.ts'
import type { Db } from '#server/database/db.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { invalid, refusedFields } from '#server/http/problem.ts'
import { type BookingOutcome, type BookingRules, book } from './booking.ts'
import { refusals } from './refusals.ts'
import { findBooking, listBookings } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  rules: BookingRules
  /** Called once a booking of that day is committed. */
  onBooked: (date: IsoDate) => void
}

/** Booking, and a patient's own bookings. */
export function bookingRoutes(app: App, { db, identity, rules, onBooked }: Deps) {
  const tags = ['booking']
  app.post(
    '/booking',
    {
      onRequest: [identity.holder],
      schema: {
        tags,
        operationId: 'book',
        summary: 'Book an appointment',
        body: bookingRequest,
        response: { 201: bookingMade, 409: bookingRefused },
      },
      errorHandler: (error, request) => {
        const errors = refusedFields(error)
        throw errors ? invalid(errors, { success: false, booking: readableTime(request.body) }) : error
      },
    },
    async (request, reply) => {
      const holder = identity.holderOf(request)
      const { body } = request
      authorize(holder, 'book', { email: body.patient })
      const outcome = await book(db, holder.sessionId, { ...body, price: toCents(body.price) }, rules)
      if (!outcome.ok) return reply.code(409).send(refusal(outcome, body))
      onBooked(body.date)
      return reply.code(201).send({ success: true, booking: toResponse(outcome.booking) })
    },
  )

  app.get(
    '/booking',
    {
      onRequest: [identity.bearer],
      schema: {
        tags,
        operationId: 'listBookings',
        summary: "A patient's appointments",
        problems: [403],
        querystring: bookingQuery,
        response: { 200: z.array(booking) },
      },
    },
    async (request) => {
      const { patient } = request.query
      authorize(identity.caller(request), 'list-bookings', { email: patient })
      const rows = await listBookings(db, patient)
      return rows.map(toResponse)
    },
  )

  app.get(
    '/booking/:id',
    {
      onRequest: [identity.bearer],
      schema: {
        tags,
        operationId: 'getBooking',
        summary: 'One appointment',
        problems: [404],
        params: z.object({ id: z.uuid('Not a booking id') }),
        response: { 200: booking },
      },
    },
    async (request) => {
      const found = await findBooking(db, request.params.id)
      return toResponse(authorizeRow(identity.caller(request), 'read-booking', found))
    },
  )
}

/** Converts a booking to its response. */
export function toResponse(row: BookingRow): Booking {
  const { id, treatmentId, treatment, slot, patient, patientName, phone, transactionId, paidAt } = row
  return {
    _id: id,
    treatmentId,
    treatment,
    date: formatMediumDate(row.date as IsoDate),
    slot,
    price: toDollars(row.price),
    patient,
    patientName,
    phone,
    ...(transactionId !== null && { paid: true, transactionId }),
    ...(paidAt && { paidAt: paidAt.toISOString() }),
  }
}

// Clients that do not encode send `a b@x` for `a+b@x`. An address that is none is somebody else's, and answered so.
const bookingQuery = z.object({
  patient: z
    .string({ error: 'An email address is needed' })
    .transform((text) => text.replaceAll(' ', '+').toLowerCase()),
})

type Refusal = Extract<BookingOutcome, { ok: false }>

/** Returns the body of a 409, which always names a day and a time.
 *  @throws ProblemError for every other status. */
function refusal(outcome: Refusal, request: BookingRequest) {
  const booking = { date: formatMediumDate(request.date), slot: request.slot }
  switch (outcome.reason) {
    case 'signed-out':
      throw unauthenticated()
    case 'already-booked':
      return { success: false as const, booking: toResponse(outcome.booking) }
    case 'slot-taken':
      return { success: false as const, reason: outcome.reason, booking }
    case 'price-changed':
      return { success: false as const, reason: outcome.reason, booking, price: toDollars(outcome.price) }
    default: {
      const { field, sentence } = refusals[outcome.reason]
      throw invalid({ [field]: sentence }, { success: false, booking })
    }
  }
}

const timeFields = z.object({
  date: z
    .string()
    .refine((text) => mediumDate.safeParse(text).success)
    .optional()
    .catch(undefined),
  slot: z.optional(slot).catch(undefined),
})

/** Returns the day and the time of a malformed request, as far as they can be read. */
function readableTime(body: unknown) {
  return timeFields.catch({}).parse(body)
}
