import type { PatientState } from '#contract/booking/patient-changes.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { BookingRow } from '#server/database/schema/booking.ts'

/** Contents and recipient of a receipt: `price` in cents, `date` in the medium format. `changes`: what the patient can still do with the
 *  appointment. */
export type Receipt = ReturnType<typeof receiptFor> & { payment: { changes?: PatientState } }

/** Returns the receipt of a paid booking. Its link leads to the printable page. */
export function receiptFor(
  { id, patient, treatment, doctorName, date, slot, price, transactionId }: BookingRow & { doctorName: string | null },
  publicUrl: string,
) {
  if (transactionId === null) throw new Error('An unpaid booking has no receipt')
  return {
    recipient: patient,
    link: publicUrl + pages.receipt.replace(':id', id),
    payment: {
      treatment,
      ...(doctorName !== null && { doctor: doctorName }),
      date: formatMediumDate(date as IsoDate),
      slot,
      price,
      transactionId,
    },
  }
}
