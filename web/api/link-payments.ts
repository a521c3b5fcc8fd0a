import { type LinkedAppointment, linkedAppointment } from '#contract/booking/appointment-link.ts'
import { paymentIntentResponse } from '#contract/payment.ts'
import { call } from './http/call.ts'

const timeoutMs = 20_000

/** Returns the client secret of the payment intent of a link's appointment. `price` in dollars, as the payer sees
 *  it. */
export async function linkedIntent(token: string, price: number): Promise<string> {
  const options = { body: { token, price }, timeoutMs }
  return (await call('POST /appointment-link/payment-intent', paymentIntentResponse, options)).clientSecret
}

/** Reports a successful payment for a link's appointment, and returns it. Idempotent. */
export function reportLinkedPayment(token: string, transactionId: string): Promise<LinkedAppointment> {
  return call('POST /appointment-link/payment', linkedAppointment, { body: { token, transactionId }, timeoutMs })
}
