import { useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import type { AppointmentStatus, DeskAppointment, DeskDay, SettableStatus } from '#contract/desk/day.ts'
import { canFollow, stepRefusal } from '#contract/desk/status.ts'
import { parseMediumDate } from '#contract/kit/time/clinic-date.ts'
import { patchStatus } from '#web/api/desk/appointments.ts'
import { dayOf, refreshDesk } from '#web/api/desk/day.ts'
import { clinic } from '#web/clinic.ts'
import { formatDollars } from '#web/money.ts'
import { serverNow } from '#web/server-clock.ts'
import { useChange } from '#web/ui/change/use-change.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { isMoneyToDo } from './money-to-do.ts'
import { presenceInWords, presenceOf } from './presence.ts'

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

/** Returns whether an appointment is paid, and what goes back to the patient. Empty if there is nothing to pay, and for
 *  staff who may not read payments. */
export function paymentInWords(appointment: DeskAppointment): string {
  const { paid, price = 0, owed = 0, received = 0, refunding = 0, refunded = 0 } = appointment
  if (price <= 0 || (owed === 0 && received === 0)) return ''
  const back = [
    refunding > 0 && `${formatDollars(refunding)} on its way back`,
    refunded > 0 && `${formatDollars(refunded)} refunded`,
  ].filter(Boolean)
  const state =
    owed > 0 && received > 0
      ? `${formatDollars(owed)} of ${formatDollars(price)} to pay`
      : `${paid ? 'Paid' : 'Not paid'}: ${formatDollars(price)}`
  return [state, ...back].join(', ')
}

/** Returns what the desk has to do about the money of an appointment, as a sentence; undefined if nothing. */
export function moneyToDo(appointment: DeskAppointment): string | undefined {
  const { status, owed = 0, surplus = 0, noShowCharged } = appointment
  if (surplus > 0) return `${formatDollars(surplus)} more was paid than is charged. Refund it.`
  if (!isMoneyToDo(appointment)) return undefined
  if (status === 'done') return `Done, and ${formatDollars(owed)} is still to pay.`
  return noShowCharged ? `${formatDollars(owed)} is to pay for not coming.` : 'Did not come: decide about the fee.'
}

const icons: Record<AppointmentStatus, LucideIcon> = {
  booked: Clock,
  arrived: UserCheck,
  done: CircleCheck,
  'no-show': UserX,
  cancelled: CircleX,
}

/** Ground and left edge of an appointment in each state. */
export const statusGround: Record<AppointmentStatus, string> = {
  booked: 'border-l-edge bg-card',
  arrived: 'border-l-primary bg-arrived',
  done: 'border-l-secondary bg-done',
  'no-show': 'border-l-error bg-no-show',
  cancelled: 'border-l-edge bg-base-200',
}

interface StatusMarkProps {
  appointment: DeskAppointment
  /** Undefined on any other day than today. */
  now: Date | undefined
  /** Says since when the patient waits or is missed. */
  words?: string | undefined
}

/** The state of an appointment: an icon and its word, or since when the patient waits or is missed. */
export function StatusMark({ appointment, now, words = presenceInWords(appointment, now) }: StatusMarkProps) {
  const { status } = appointment
  const Icon = icons[status]
  const presence = presenceOf(appointment, now)
  const isMissed = presence === 'late' || presence === 'overdue'
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${isMissed ? 'font-medium text-error' : ''}`}>
      <Icon size={14} aria-hidden="true" className="shrink-0 print:hidden" />
      {words ?? statusWords[status]}
    </span>
  )
}

/** Returns a function that puts a changed appointment into the cached day. */
export function useShowChanged(admin: string): (changed: DeskAppointment) => void {
  const client = useQueryClient()
  return (changed) => {
    const date = parseMediumDate(changed.date)
    const replace = (day: DeskDay) => ({
      ...day,
      appointments: day.appointments.map((each) => (each._id === changed._id ? changed : each)),
    })
    if (date) client.setQueryData(dayOf(admin, date).queryKey, (day) => day && replace(day))
  }
}

interface Marking {
  /** The appointment, its new status, and whether that takes another one back. */
  sent: [appointment: DeskAppointment, status: SettableStatus, isUndo: boolean] | undefined
  run: (appointment: DeskAppointment, status: SettableStatus, isUndo: boolean) => Promise<boolean>
}

/** The change that marks an appointment. Its toast can undo it. */
export function useMarking(admin: string): Marking {
  const client = useQueryClient()
  const toast = useToast()
  const showChanged = useShowChanged(admin)
  const marking: Marking = useChange(
    ({ _id, status: from }: DeskAppointment, status: SettableStatus, _isUndo: boolean) =>
      // No button is shown for a cancelled one; the server would refuse it.
      patchStatus(admin, _id, { status, from: from === 'cancelled' ? 'booked' : from }),
    {
      onDone: (changed, { patientName, status: from }, status, isUndo) => {
        showChanged(changed)
        const before = from !== 'cancelled' && canFollow(status, from) ? from : 'booked'
        const undo = { label: 'Undo', onPress: () => void marking.run(changed, before, true) }
        toast('success', `${patientName}: ${statusWords[status]}`, isUndo ? undefined : undo, changed._id)
      },
      onFailed: (_error, problem, { _id, patientName }) => {
        toast('error', `${patientName}: ${problem}`, undefined, _id)
        return refreshDesk(client, admin)
      },
    },
  )
  return marking
}
