import type { Receipt } from '#contract/booking/receipt.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { BookingWithDoctor } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import { listPatientsById } from '#server/patient/store.ts'
import { listCharges, listPayments, type PaymentRow } from '../payment-store.ts'
import { listRefundsOf, type RefundRow } from '../refund/store.ts'

/** Returns what a receipt for a booking shows, for the page and the PDF: the payment with the receipt `number` alone,
 *  or all of them, the earliest first. Void payments are left out. */
export async function contentsOf(
  db: Db,
  booking: BookingWithDoctor,
  clinic: ClinicData,
  { now, number }: { now: Date; number?: string | undefined },
): Promise<Receipt> {
  const [charges, payments, refunds, [person]] = [
    await listCharges(db, booking.id),
    await listPayments(db, booking.id),
    await listRefundsOf(db, booking.id),
    await listPatientsById(db, [booking.patientId]),
  ]
  const shown = payments.filter((row) => !row.voidedAt && (number === undefined || row.receipt === number)).reverse()
  const receipts = new Map(shown.map(({ id, receipt }) => [id, receipt]))
  const owed = number === undefined && booking.owedCents > 0 ? toDollars(booking.owedCents) : undefined
  return {
    ...(number !== undefined && { number }),
    clinic: issuerOf(clinic),
    issuedAt: now.toISOString(),
    patient: {
      name: booking.patientName,
      ...(person?.birthDate && { birthDate: person.birthDate }),
      ...(booking.patient !== '' && { email: booking.patient }),
    },
    appointment: appointmentOf(booking),
    charges: charges
      .filter(({ kind, voidedAt, amount }) => kind !== 'credit' && !voidedAt && amount > 0)
      .map(({ words, amount }) => ({ words, amount: toDollars(amount) })),
    payments: shown.map(toPayment),
    refunds: refunds.flatMap((row) => toRefund(row, receipts)),
    received: toDollars(shown.reduce((sum, { amount }) => sum + amount, 0)),
    ...(owed !== undefined && { owed }),
  }
}

function issuerOf({ name, address, phone, email, taxId, imprint }: ClinicData): Receipt['clinic'] {
  return { name, address, phone, email, ...(taxId !== '' && { taxId }), ...(imprint !== '' && { imprint }) }
}

function appointmentOf({ treatment, doctorName, date, slot, cancelledAt }: BookingWithDoctor): Receipt['appointment'] {
  return {
    treatment,
    ...(doctorName !== null && { doctor: doctorName }),
    date: formatMediumDate(date),
    slot,
    ...(cancelledAt && { cancelledAt: cancelledAt.toISOString() }),
  }
}

function toPayment({ receipt, method, amount, takenAt, intentId }: PaymentRow): Receipt['payments'][number] {
  return {
    ...{ receipt, method, amount: toDollars(amount), at: takenAt.toISOString() },
    ...(intentId !== null && { transactionId: intentId }),
  }
}

/** @param receipts the numbers of the payments that are shown, by their ids */
function toRefund(
  { paymentId, method, amount, state, succeededAt }: RefundRow,
  receipts: Map<string, string>,
): Receipt['refunds'] {
  const receipt = paymentId === null ? undefined : receipts.get(paymentId)
  if (receipt === undefined || state === 'void') return []
  return [{ receipt, method, amount: toDollars(amount), ...(succeededAt && { at: succeededAt.toISOString() }) }]
}
