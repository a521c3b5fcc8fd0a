import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { type BookingWithDoctor, balanceOf } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { addMail } from '#server/mail/jobs.ts'
import { contactFor } from '#server/patient/contact-store.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../payment-store.ts'
import { receiptFor } from '../receipt/email.ts'

type Deps = Pick<PaymentDeps, 'jobs' | 'publicUrl'>

/** Adds the email with the receipt of a payment. Returns false if no email reaches the patient. */
export async function addReceiptEmail(
  { jobs, publicUrl }: Deps,
  tx: Db,
  booking: BookingWithDoctor,
  { intentId, receipt, amount }: PaymentRow,
): Promise<boolean> {
  const contact = await contactFor(tx, booking, 'money')
  if (contact.means !== 'email') return false
  const payment = { id: intentId ?? receipt, amount, isKept: true, receipt }
  await addMail(tx, jobs, { kind: 'receipt', ...receiptFor(booking, contact, publicUrl, payment) })
  return true
}

/** Adds the email that says that the price of an appointment has changed. Does nothing if no email reaches the
 *  patient. */
export async function addPriceEmail({ jobs, publicUrl }: Deps, tx: Db, booking: BookingWithDoctor): Promise<void> {
  const { isNamed, ...contact } = await contactFor(tx, booking, 'price')
  if (contact.means !== 'email') return
  const { id, sequence, treatment, doctorName, slot, startsAt, endsAt, patientName } = booking
  await addMail(tx, jobs, {
    kind: 'price-changed',
    recipient: contact.address,
    link: publicUrl + pages.dashboard,
    appointment: {
      ...{ id, sequence, treatment, slot, price: booking.priceCents, owed: balanceOf(booking).owed },
      ...(doctorName !== null && { doctor: doctorName }),
      ...(isNamed && { patientName }),
      date: formatMediumDate(booking.date),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    },
  })
}
