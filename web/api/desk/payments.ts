import { queryOptions } from '@tanstack/react-query'
import { changedAppointment, type DeskAppointment, type TreatmentChange, treatmentChoices } from '#contract/desk/day.ts'
import {
  type NoShowFee,
  type PaymentDetails,
  type PaymentToTake,
  type PriceChange,
  paymentsChanged,
} from '#contract/desk/payment.ts'
import { paymentsFound } from '#contract/desk/payment-search.ts'
import { bearer } from '#web/api/token/token.ts'
import { call, send } from '../http/call.ts'
import { deskKey } from './day.ts'

/** The payments that a search by receipt or patient finds. */
export function paymentsFoundBy(reader: string, search: string) {
  return queryOptions({
    queryKey: [...deskKey, reader, 'payments', search],
    queryFn: async () => call('GET /desk/payments', paymentsFound, { query: { search }, token: await bearer(reader) }),
    meta: { adminsOnly: true },
  })
}

/** Takes a payment for an appointment. @throws the server's refusal */
export async function postPayment(admin: string, id: string, body: PaymentToTake): Promise<PaymentDetails> {
  const options = { params: { id }, body, token: await bearer(admin) }
  return (await call('POST /desk/appointments/:id/payments', paymentsChanged, options)).payment
}

/** Voids a payment. @throws the server's refusal */
export async function postVoid(admin: string, paymentId: string, reason: string): Promise<void> {
  await send('POST /desk/payments/:id/void', {
    params: { id: paymentId },
    body: { reason },
    token: await bearer(admin),
  })
}

/** Sends the receipt of a payment to the patient. @throws the server's refusal */
export async function postReceipt(admin: string, paymentId: string): Promise<void> {
  await send('POST /desk/payments/:id/receipt', { params: { id: paymentId }, token: await bearer(admin) })
}

/** Records that a refund was handed out. @throws the server's refusal */
export async function postHandOut(admin: string, refundId: string): Promise<void> {
  await send('POST /desk/refunds/:id/hand-out', { params: { id: refundId }, token: await bearer(admin) })
}

/** Changes the price of an appointment. @throws the server's refusal */
export async function patchPrice(admin: string, id: string, body: PriceChange): Promise<void> {
  await send('PATCH /desk/appointments/:id/price', { params: { id }, body, token: await bearer(admin) })
}

/** Charges or waives the fee of a patient who did not come. @throws the server's refusal */
export async function postNoShowFee(admin: string, id: string, body: NoShowFee): Promise<void> {
  await send('POST /desk/appointments/:id/no-show-fee', { params: { id }, body, token: await bearer(admin) })
}

/** The treatments that an appointment can become at its start. */
export function treatmentChoicesOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...deskKey, admin, 'treatments', id],
    queryFn: async () =>
      call('GET /desk/appointments/:id/treatments', treatmentChoices, { params: { id }, token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Changes the treatment of an appointment. @throws the server's refusal */
export async function patchTreatment(admin: string, id: string, body: TreatmentChange): Promise<DeskAppointment> {
  const options = { params: { id }, body, token: await bearer(admin) }
  return (await call('PATCH /desk/appointments/:id/treatment', changedAppointment, options)).appointment
}
