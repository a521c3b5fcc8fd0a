import type { AppointmentStatus, DeskAppointment, SettableStatus } from '#contract/desk/day.ts'
import { stepRefusal } from '#contract/desk/status.ts'
import { formatDollars } from '#contract/kit/money.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'
import { serverNow } from '#web/server-clock.ts'

export const statusWords: Record<AppointmentStatus, string> = {
  booked: 'Booked',
  arrived: 'Arrived',
  done: 'Done',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
}

/** Tells whether an appointment can get a status now. */
export function canMark({ status, date, startsAt }: DeskAppointment, to: SettableStatus): boolean {
  const when = { date: parseMediumDate(date) ?? '', startsAt: new Date(startsAt) }
  return stepRefusal({ from: status, to }, when, serverNow(), clinic.timeZone) === undefined
}

/** Returns the usual next status, for the button in a list; undefined if there is none yet. */
export function nextStatus(appointment: DeskAppointment): SettableStatus | undefined {
  const next = appointment.status === 'booked' ? 'arrived' : appointment.status === 'arrived' ? 'done' : undefined
  return next && canMark(appointment, next) ? next : undefined
}

/** Returns whether an appointment is paid, and what goes back to the card. */
export function paymentInWords({ paid, price, refunding, refunded }: DeskAppointment): string {
  if (price <= 0) return ''
  const back = [
    refunding > 0 && `${formatDollars(refunding)} on its way back`,
    refunded > 0 && `${formatDollars(refunded)} refunded`,
  ].filter(Boolean)
  return [`${paid ? 'Paid' : 'Not paid'}: ${formatDollars(price)}`, ...back].join(', ')
}
