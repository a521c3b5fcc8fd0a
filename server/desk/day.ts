import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Roster } from '#server/calendar/roster.ts'
import type { DeskRow, ToGiveBack } from './store.ts'

/** Whether the caller may read payments. Without it an appointment says nothing about money. */
export type Shown = { withPayment: boolean }

/** Returns a day as the API represents it. */
export function toDay(
  date: IsoDate,
  { hours, note, gridMinutes, doctors }: Roster,
  { rows, toGiveBack, ...shown }: Shown & { rows: readonly DeskRow[]; toGiveBack: readonly ToGiveBack[] },
): DeskDay {
  return {
    date: formatMediumDate(date),
    hours: [...hours],
    note,
    gridMinutes,
    doctors: doctors.map(({ id, hours, ...doctor }) => ({ _id: id, ...doctor, hours: [...hours] })),
    appointments: rows.map((row) => toAppointment(row, shown)),
    ...(toGiveBack.length > 0 && {
      toGiveBack: toGiveBack.map(({ id, amount, ...rest }) => ({ _id: id, amount: toDollars(amount), ...rest })),
    }),
  }
}

/** Returns an appointment as the API represents it to staff. */
export function toAppointment(row: DeskRow, { withPayment }: Shown): DeskAppointment {
  const { id, recipient, patientName, phone, treatmentId, treatment, slot, status, note, overridden, sequence } = row
  return {
    _id: id,
    patientId: row.patientId,
    ...{ patient: recipient, patientName, phone, treatmentId, treatment, slot, status, note, overridden, sequence },
    ...(row.overrideReason && { overrideReason: row.overrideReason }),
    ...(row.doctorId !== null && { doctorId: row.doctorId }),
    ...(row.doctorName !== null && { doctor: row.doctorName }),
    ...(row.chairName !== null && { chair: row.chairName }),
    date: formatMediumDate(row.date as IsoDate),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    busyUntil: new Date(row.busyUntil).toISOString(),
    ...(row.statusAt && { statusAt: row.statusAt.toISOString() }),
    ...(withPayment && paymentOf(row)),
  }
}

function paymentOf(row: DeskRow) {
  const { transactionId, priceCents, receivedCents, owedCents, refundingCents, refundedCents, noShowCharged } = row
  return {
    ...(noShowCharged !== null && { noShowCharged }),
    paid: transactionId !== null,
    price: toDollars(priceCents),
    received: toDollars(receivedCents),
    owed: toDollars(owedCents),
    refunding: toDollars(refundingCents),
    refunded: toDollars(refundedCents),
  }
}
