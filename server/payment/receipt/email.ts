import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'
import { type Contact, recipientOf } from '#server/patient/contact-store.ts'

/** Returns the contents and the recipient of a receipt of a payment for a booking, in cents, with the date in the
 *  medium format. With a link to the printable page, unless it was given back. `id`: the intent, or the receipt's
 *  number, which is `receipt`. */
export function receiptFor(
  booking: BookingRow & { doctorName: string | null },
  { isNamed, ...contact }: Contact & { isNamed: boolean },
  publicUrl: string,
  payment: { id: string; amount: number; isKept: boolean; receipt?: string },
) {
  const { id, patientName, treatment, doctorName, date, slot } = booking
  return {
    recipient: recipientOf(contact),
    ...(payment.isKept && { link: publicUrl + pages.receipt.replace(':id', id) }),
    payment: {
      treatment,
      ...(doctorName !== null && { doctor: doctorName }),
      ...(isNamed && { patientName }),
      date: formatMediumDate(date),
      slot,
      price: payment.amount,
      transactionId: payment.id,
      ...(payment.receipt !== undefined && { receipt: payment.receipt }),
    },
  }
}
