import { can, scopeOf } from '#contract/access/access.ts'
import type { Misfit } from '#contract/calendar/calendar.ts'
import type { DeskAppointment, DeskDay } from '#contract/desk/day.ts'
import { toDollars } from '#contract/kit/money.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { alertsOf } from '#contract/patient/alerts.ts'
import { balanceOf } from '#server/booking/store.ts'
import { type Roster, rosterOf } from '#server/calendar/roster.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { misfitOf } from '#server/calendar-change/misfit.ts'
import type { Caller } from '#server/http/identity.ts'
import { toReach } from '#server/patient/contact-store.ts'
import type { DeskRow, ToGiveBack } from './store.ts'

/** What the caller may read of an appointment. Without payments it says nothing about money. */
export type Shown = { withPayment: boolean; withAlerts: (row: DeskRow) => boolean }

/** Tells whether a caller may know what whoever treats the patient of an appointment must know. Nobody treats the
 *  patient of a cancelled one. */
export const mayKnowPatient = (caller: Caller, { status, doctorId }: Pick<DeskRow, 'status' | 'doctorId'>): boolean =>
  can(caller, 'read-patient-facts', { doctorId: status === 'cancelled' ? null : doctorId })

/** Returns what a caller may read of appointments. */
export const shownTo = (caller: Caller): Shown => ({
  withPayment: can(caller, 'read-payment'),
  withAlerts: (row) => mayKnowPatient(caller, row),
})

type DayRows = {
  rows: readonly DeskRow[]
  toGiveBack: readonly ToGiveBack[]
  /** Returns why an appointment does not fit the rules. */
  attentionOf: (row: DeskRow) => Misfit | undefined
}

/** Returns a day as the API represents it. */
export function toDay(
  date: IsoDate,
  { hours, note, gridMinutes, doctors, blocks }: Roster,
  { rows, toGiveBack, attentionOf, ...shown }: Shown & DayRows,
): DeskDay {
  return {
    date: formatMediumDate(date),
    hours: [...hours],
    note,
    gridMinutes,
    doctors: doctors.map(({ id, hours, ...doctor }) => ({ _id: id, ...doctor, hours: [...hours] })),
    blocks: blocks.map(({ id, doctorId, chairName, from, until, reason }) => ({
      _id: id,
      ...(doctorId !== null && { doctorId }),
      ...(chairName !== null && { chair: chairName }),
      ...{ from, until, reason },
    })),
    appointments: rows.map((row) => {
      const attention = attentionOf(row)
      return { ...toAppointment(row, shown), ...(attention && { attention }) }
    }),
    ...(toGiveBack.length > 0 && {
      toGiveBack: toGiveBack.map(({ id, amount, ...rest }) => ({ _id: id, amount: toDollars(amount), ...rest })),
    }),
  }
}

// No doctor has this id.
const nobody = '00000000-0000-0000-0000-000000000000'

/** Returns the only doctor whose days a caller may read; undefined if they may read those of all. */
export function onlyDoctorOf(caller: Caller): string | undefined {
  return scopeOf(caller, 'read-day') === 'own' ? (caller.doctorId ?? nobody) : undefined
}

/** Returns who works on a day, and when; with `doctorId` only that doctor, and what keeps them from appointments. */
export function rosterWith(rules: Rules, date: IsoDate, doctorId: string | undefined): Roster {
  const roster = rosterOf(rules, date)
  if (doctorId === undefined) return roster
  return {
    ...roster,
    doctors: roster.doctors.filter(({ id }) => id === doctorId),
    blocks: roster.blocks.filter((block) => block.doctorId === null || block.doctorId === doctorId),
  }
}

/** Returns why an appointment that is still ahead or under way at `now` does not fit the rules; undefined if it does,
 *  or if staff keep it in spite of them. */
export function attentionOf(rules: Rules, row: DeskRow, now: Date): Misfit | undefined {
  const isUpcoming = ['booked', 'arrived'].includes(row.status) && row.endsAt > now
  if (!isUpcoming || row.overridden) return undefined
  const [startsAt, endsAt] = [row.startsAt.getTime(), row.endsAt.getTime()]
  return misfitOf(rules, { ...row, startsAt, endsAt })
}

/** Returns an appointment as the API represents it to staff. */
export function toAppointment(row: DeskRow, { withPayment, withAlerts }: Shown): DeskAppointment {
  const { id, contact, patientName, phone, treatmentId, treatment, slot, status, note, overridden, sequence } = row
  return {
    _id: id,
    patientId: row.patientId,
    ...{ patient: contact.email, patientName, phone, treatmentId, treatment, slot, status, note, overridden, sequence },
    reach: toReach(contact),
    ...(row.overrideReason && { overrideReason: row.overrideReason }),
    ...(row.doctorId !== null && { doctorId: row.doctorId }),
    ...(row.doctorName !== null && { doctor: row.doctorName }),
    ...(row.chairName !== null && { chair: row.chairName }),
    date: formatMediumDate(row.date),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    busyUntil: new Date(row.busyUntil).toISOString(),
    ...(row.statusAt && { statusAt: row.statusAt.toISOString() }),
    ...(withPayment && paymentOf(row)),
    ...(row.alerts !== '' && withAlerts(row) && { alerts: alertsOf(row.alerts) }),
    ...(row.color !== null && { color: row.color }),
  }
}

function paymentOf(row: DeskRow) {
  const { transactionId, priceCents, receivedCents, refundingCents, refundedCents, noShowCharged } = row
  const { owed, surplus } = balanceOf(row)
  return {
    ...(row.status === 'no-show' && { noShowCharged }),
    paid: transactionId !== null,
    price: toDollars(priceCents),
    received: toDollars(receivedCents),
    owed: toDollars(owed),
    ...(surplus > 0 && { surplus: toDollars(surplus) }),
    refunding: toDollars(refundingCents),
    refunded: toDollars(refundedCents),
  }
}
