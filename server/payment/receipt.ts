import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'

/** What a receipt says and where it goes: `price` in cents, `date` in the medium format. */
export type Receipt = ReturnType<typeof receiptFor>

/** The receipt of a booking that was paid. Its link leads to the page that can be printed. */
export function receiptFor(
  { id, patient, treatment, date, slot, price, transactionId }: BookingRow,
  publicUrl: string,
) {
  if (transactionId === null) throw new Error('A receipt is for a booking that is paid')
  return {
    recipient: patient,
    link: publicUrl + pages.receipt.replace(':id', id),
    payment: { treatment, date: formatMediumDate(date as IsoDate), slot, price, transactionId },
  }
}
