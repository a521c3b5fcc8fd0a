import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import type { Recipient } from '#server/patient/store.ts'

/** Returns the contents and the recipient of a receipt of a payment of a booking, in cents, with the date in the medium
 *  format: of the one that paid it, with a link to the printable page, or of another `intent`, which was refunded. */
export function receiptFor(
  booking: BookingRow & { doctorName: string | null },
  { recipient, isNamed }: Recipient,
  publicUrl: string,
  intent: { id: string; amount: number } | undefined = undefined,
) {
  const { id, patientName, treatment, doctorName, date, slot } = booking
  const transactionId = intent?.id ?? booking.transactionId
  if (transactionId === null) throw new Error('An unpaid booking has no receipt')
  const isOfPayment = transactionId === booking.transactionId
  return {
    recipient,
    ...(isOfPayment && { link: publicUrl + pages.receipt.replace(':id', id) }),
    payment: {
      treatment,
      ...(doctorName !== null && { doctor: doctorName }),
      ...(isNamed && { patientName }),
      date: formatMediumDate(date as IsoDate),
      slot,
      price: intent?.amount ?? booking.priceCents,
      transactionId,
    },
  }
}
