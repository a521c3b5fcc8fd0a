import type { Booking } from '#contract/booking/booking.ts'
import { receivedBooking } from '#contract/booking/received-booking.ts'
import { type PaymentReport, paymentIntentResponse } from '#contract/payment.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

const timeoutMs = 20_000

/** Returns the client secret of a booking's payment intent, the same one until it is paid. `price` in dollars, as the
 *  payer sees it. */
export async function postPaymentIntent(payer: string, body: { price: number; appointment: string }): Promise<string> {
  const options = { body, token: await bearer(payer), timeoutMs }
  return (await call('POST /create-payment-intent', paymentIntentResponse, options)).clientSecret
}

/** Reports a successful payment to the clinic and returns the paid booking. Idempotent. */
export async function patchBooking(payer: string, report: PaymentReport & { appointment: string }): Promise<Booking> {
  const options = { params: { id: report.appointment }, body: report, token: await bearer(payer), timeoutMs }
  return call('PATCH /booking/:id', receivedBooking, options)
}
