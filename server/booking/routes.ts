import { z } from 'zod'
import {
  type Booking,
  type BookingRequest,
  booking,
  bookingMade,
  bookingRefused,
  bookingRequest,
} from '#contract/booking.ts'
import { formatMediumDate, type IsoDate } from '#contract/clinic-date.ts'
import { email } from '#contract/user.ts'
import type { Db } from '#server/database/open.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { invalid, ProblemError } from '#server/http/problem.ts'
import { type BookingOutcome, book } from './booking.ts'
import { type BookingRow, findBooking, listBookings } from './store.ts'

type Parts = {
  db: Db
  identity: Identity
  /** Whether a slot of a day has begun. */
  opennessOf: (date: IsoDate, slot: string) => 'open' | 'slot-begun' | 'day-past'
  /** Called once a booking of that day is committed. */
  onBooked: (date: IsoDate) => void
}

/** Booking, and a patient's own bookings. */
export function bookingRoutes(app: App, { db, identity, opennessOf, onBooked }: Parts) {
  const tags = ['booking']
  app.post(
    '/booking',
    {
      onRequest: [identity.holder],
      schema: { tags, body: bookingRequest, response: { 201: bookingMade, 409: bookingRefused } },
    },
    async (request, reply) => {
      const { email: own, sessionId } = identity.holderOf(request)
      const { body } = request
      if (body.patient !== own) throw new ProblemError(403, 'You can only book for yourself.')
      const outcome = await book(db, sessionId, { ...body, price: Math.round(body.price * 100) }, opennessOf)
      if (!outcome.ok) return reply.code(409).send(refusal(outcome, body))
      onBooked(body.date)
      return reply.code(201).send({ success: true, booking: onTheWire(outcome.booking) })
    },
  )

  app.get(
    '/booking',
    {
      onRequest: [identity.bearer],
      schema: { tags, querystring: z.object({ patient: email }), response: { 200: z.array(booking) } },
    },
    async (request) => {
      const { email: own, role } = identity.caller(request)
      const { patient } = request.query
      if (patient !== own && role !== 'admin') throw new ProblemError(403, 'You can only see your own appointments.')
      const rows = await listBookings(db, patient)
      return rows.map(onTheWire)
    },
  )

  app.get(
    '/booking/:id',
    {
      onRequest: [identity.bearer],
      schema: { tags, params: z.object({ id: z.uuid('Not a booking id') }), response: { 200: booking } },
    },
    async (request) => {
      const { userId, role } = identity.caller(request)
      const found = await findBooking(db, request.params.id)
      // Somebody else's is as unknown as none, so that ids can't be probed.
      if (!found || (found.patientId !== userId && role !== 'admin')) {
        throw new ProblemError(404, 'There is no such appointment.')
      }
      return onTheWire(found)
    },
  )
}

/** A booking as the contract has it. */
export function onTheWire(row: BookingRow): Booking {
  const { id, treatmentId, treatment, slot, patient, patientName, phone, transactionId, paidAt } = row
  return {
    _id: id,
    treatmentId,
    treatment,
    date: formatMediumDate(row.date as IsoDate),
    slot,
    price: row.price / 100,
    patient,
    patientName,
    phone,
    paid: transactionId !== null,
    ...(transactionId !== null && { transactionId }),
    ...(paidAt && { paidAt: paidAt.toISOString() }),
  }
}

function refusal(outcome: Extract<BookingOutcome, { ok: false }>, { date, slot }: BookingRequest) {
  switch (outcome.reason) {
    case 'signed-out':
      throw new ProblemError(401, 'Please sign in.')
    case 'unknown-treatment':
      throw invalid({ treatmentId: 'There is no such treatment' })
    case 'unknown-slot':
      throw invalid({ slot: 'This treatment has no such slot' })
    case 'slot-begun':
      throw invalid({ slot: 'This slot has already begun; choose a later one' })
    case 'day-past':
      throw invalid({ date: 'This day has passed; choose a later one' })
    case 'already-booked':
      return { success: false as const, booking: onTheWire(outcome.booking) }
    case 'slot-taken':
      return { success: false as const, reason: outcome.reason, booking: { date: formatMediumDate(date), slot } }
    case 'price-changed':
      return { success: false as const, reason: outcome.reason, price: outcome.price / 100 }
  }
}
