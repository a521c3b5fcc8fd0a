import { type Booking, booking } from '#contract/booking.ts'
import { type PaymentReport, paymentIntentResponse } from '#contract/payment.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

const timeoutMs = 20_000

/** The secret that the payment of a booking is confirmed with: the same one until it is paid. `price` in dollars, as the payer sees it. */
export async function postPaymentIntent(
  payer: string,
  wanted: { price: number; appointment: string },
): Promise<string> {
  const token = await bearer(payer)
  const options = { method: 'POST', body: wanted, token, timeoutMs } as const
  return (await call(paymentIntentResponse, '/create-payment-intent', options)).clientSecret
}

/** Tells the clinic that a booking's payment has succeeded; gives the paid booking. Repeating it is harmless. */
export async function patchBooking(payer: string, report: PaymentReport): Promise<Booking> {
  const token = await bearer(payer)
  return call(booking, `/booking/${report.appointment}`, { method: 'PATCH', body: report, token, timeoutMs })
}
