import type { PatientState } from '#contract/booking/patient-changes.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'

/** Contents and recipient of a receipt: `price` in cents, `date` in the medium format. `changes`: what the patient can still do with the
 *  appointment. */
export type Receipt = ReturnType<typeof receiptFor> & { payment: { changes?: PatientState } }

/** The receipt of a refund, in cents. A payment that settled nothing may have been for no booking. */
export type RefundReceipt = {
  recipient: string
  link?: string
  payment: Pick<Receipt['payment'], 'price' | 'transactionId'> & Partial<Receipt['payment']>
  refunded: number
}

/** Returns the receipt of a payment of a booking: of the one that paid it, with a link to the printable page, or of another `intent`, which
 *  was refunded. */
export function receiptFor(
  booking: BookingRow & { doctorName: string | null },
  publicUrl: string,
  intent: { id: string; amount: number } | undefined = undefined,
) {
  const { id, patient, treatment, doctorName, date, slot } = booking
  const transactionId = intent?.id ?? booking.transactionId
  if (transactionId === null) throw new Error('An unpaid booking has no receipt')
  const isOfPayment = transactionId === booking.transactionId
  return {
    recipient: patient,
    ...(isOfPayment && { link: publicUrl + pages.receipt.replace(':id', id) }),
    payment: {
      treatment,
      ...(doctorName !== null && { doctor: doctorName }),
      date: formatMediumDate(date as IsoDate),
      slot,
      price: intent?.amount ?? booking.price,
      transactionId,
    },
  }
}
