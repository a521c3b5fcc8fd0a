import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentStatus } from '#contract/desk/day.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'

// What patients (P) and staff (S) can do with an appointment, by its status and its payment. The appointments are days
// ahead, so nobody has been treated yet; server/appointment/change.engine.test.ts and server/desk/mark.engine.test.ts
// have the times of each step.

const actions = ['P move', 'P cancel', 'P pay', 'S move', 'S cancel', 'S refund', 'S arrived', 'S booked'] as const
type Action = (typeof actions)[number]
const payments = ['unpaid', 'paid', 'refunding', 'refunded'] as const
type Payment = (typeof payments)[number]

/** The answers of a status, in the order of `actions`. A number of 400 or more is a refusal. */
const byStatus: Record<AppointmentStatus, Record<Payment, number[]>> = {
  booked: {
    unpaid: [200, 200, 200, 200, 200, 409, 409, 409],
    paid: [200, 200, 409, 200, 200, 200, 409, 409],
    refunding: [200, 200, 409, 200, 200, 400, 409, 409],
    refunded: [200, 200, 409, 200, 200, 400, 409, 409],
  },
  arrived: {
    unpaid: [409, 409, 200, 409, 200, 409, 409, 200],
    paid: [409, 409, 409, 409, 200, 200, 409, 200],
    refunding: [409, 409, 409, 409, 200, 400, 409, 200],
    refunded: [409, 409, 409, 409, 200, 400, 409, 200],
  },
  done: {
    unpaid: [409, 409, 200, 409, 409, 409, 409, 200],
    paid: [409, 409, 409, 409, 409, 200, 409, 200],
    refunding: [409, 409, 409, 409, 409, 400, 409, 200],
    refunded: [409, 409, 409, 409, 409, 400, 409, 200],
  },
  'no-show': {
    unpaid: [409, 409, 200, 409, 200, 409, 409, 200],
    paid: [409, 409, 409, 409, 200, 200, 409, 200],
    refunding: [409, 409, 409, 409, 200, 400, 409, 200],
    refunded: [409, 409, 409, 409, 200, 400, 409, 200],
  },
  cancelled: {
    unpaid: [404, 404, 404, 409, 409, 409, 409, 409],
    paid: [409, 409, 409, 409, 409, 200, 409, 409],
    refunding: [409, 409, 409, 409, 409, 400, 409, 409],
    refunded: [409, 409, 409, 409, 409, 400, 409, 409],
  },
}

let server: TestApp
let pay: TestPayments
let staff: Awaited<ReturnType<TestApp['person']>>
let day = 0

beforeAll(async () => {
  server = await openTestApp({ clock: () => new Date('2029-12-01T12:00:00Z') })
  pay = await openTestPayments(server)
  staff = await server.person({ role: 'admin' })
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

/** Makes an appointment with this status and payment, and returns its calls. */
async function prepare(status: AppointmentStatus, payment: Payment) {
  const ann = await server.person()
  const id = await pay.book(ann)
  if (payment !== 'unpaid') {
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    await pay.report(ann, id, intent)
  }
  if (payment === 'refunding' || payment === 'refunded') {
    await send('POST', `/desk/appointments/${id}/refund`, staff, { requestId: crypto.randomUUID(), amount: 59 })
    // The reconciliation carries it out soon; only what the appointment shows counts here.
    await expect.poll(async () => (await pay.findBooking(id)).refundedCents, { timeout: 20_000 }).toBe(59_00)
  }
  const isRefunding = payment === 'refunding' && { refundingCents: 59_00, refundedCents: 0, refundedAt: null }
  const cancelledAt = status === 'cancelled' ? new Date() : null
  await server.database.db
    .update(booking)
    .set({ status, cancelledAt, ...isRefunding })
    .where(eq(booking.id, id))
  return { id, ann, status }
}

function send(method: 'POST' | 'PATCH', url: string, person: typeof staff, payload: object) {
  return server.app.inject({ method, url, headers: person.bearer, payload })
}

function act(action: Action, { id, ann, status }: Awaited<ReturnType<typeof prepare>>) {
  day += 1
  const date = new Date(Date.UTC(2030, 5, day)).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const time = { date, slot: '09.00 AM - 09.30 AM' }
  const desk = `/desk/appointments/${id}`
  switch (action) {
    case 'P move':
      return send('PATCH', `/booking/${id}/time`, ann, time)
    case 'P cancel':
      return send('POST', `/booking/${id}/cancel`, ann, { reason: 'ill' })
    case 'P pay':
      return send('POST', '/create-payment-intent', ann, { price: 59, appointment: id })
    case 'S move':
      return send('PATCH', `${desk}/time`, staff, time)
    case 'S cancel':
      return send('POST', `${desk}/cancel`, staff, { refund: 0 })
    case 'S refund':
      return send('POST', `${desk}/refund`, staff, { requestId: crypto.randomUUID(), amount: 10 })
    case 'S arrived':
      return send('PATCH', `${desk}/status`, staff, {
        status: 'arrived',
        from: status === 'cancelled' ? 'booked' : status,
      })
    case 'S booked':
      return send('PATCH', `${desk}/status`, staff, {
        status: 'booked',
        from: status === 'cancelled' ? 'arrived' : status,
      })
  }
}

const cases = Object.entries(byStatus).flatMap(([status, answers]) =>
  payments.map((payment) => [status as AppointmentStatus, payment, answers[payment]] as const),
)

describe.each(cases)('%s and %s', (status, payment, answers) => {
  it('allows exactly its steps', async () => {
    const found: [Action, number][] = []
    for (const action of actions) {
      const appointment = await prepare(status, payment)
      const before = await pay.findBooking(appointment.id)
      const { statusCode } = await act(action, appointment)
      found.push([action, statusCode])
      if (statusCode >= 400) expect(await pay.findBooking(appointment.id)).toEqual(before)
    }
    expect(found).toEqual(actions.map((action, at) => [action, answers[at]]))
  })
})
