import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { addMail } from '#server/mail/jobs.ts'
import { findRecipient } from '#server/patient/store.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../payment-store.ts'
import { receiptFor } from '../receipt/email.ts'

type Deps = Pick<PaymentDeps, 'jobs' | 'publicUrl'>

/** Adds the email with the receipt of a payment. Returns false if nobody has an email. */
export async function addReceiptEmail(
  { jobs, publicUrl }: Deps,
  tx: Db,
  booking: BookingWithDoctor,
  { intentId, receipt, amount }: PaymentRow,
): Promise<boolean> {
  const recipient = await findRecipient(tx, booking)
  if (recipient.recipient === '') return false
  const payment = { id: intentId ?? receipt, amount, isKept: true, receipt }
  await addMail(tx, jobs, { kind: 'receipt', ...receiptFor(booking, recipient, publicUrl, payment) })
  return true
}

/** Adds the email that says that the price of an appointment has changed. Does nothing if nobody has an email. */
export async function addPriceEmail({ jobs, publicUrl }: Deps, tx: Db, booking: BookingWithDoctor): Promise<void> {
  const { recipient, isNamed } = await findRecipient(tx, booking)
  if (recipient === '') return
  const { id, sequence, treatment, doctorName, slot, startsAt, endsAt, patientName } = booking
  await addMail(tx, jobs, {
    kind: 'price-changed',
    recipient,
    link: publicUrl + pages.dashboard,
    appointment: {
      ...{ id, sequence, treatment, slot, price: booking.priceCents, owed: booking.owedCents },
      ...(doctorName !== null && { doctor: doctorName }),
      ...(isNamed && { patientName }),
      date: formatMediumDate(booking.date as IsoDate),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    },
  })
}
