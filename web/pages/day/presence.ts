import type { DeskAppointment } from '#contract/desk/day.ts'
import { clinicMinutes } from '#contract/kit/time/clinic-date.ts'
import { clinic } from '#web/clinic.ts'
import { timeInText } from '#web/dates.ts'

/** What the desk has to know about a patient of today, and the word that finds them in the search of the day. `late`:
 *  their time has begun without them. `overdue`: it is over, and nobody has said what became of it. */
export type Presence = 'waiting' | 'late' | 'overdue'

const minuteMs = 60_000
const lateAfterMinutes = 5

type Seen = Pick<DeskAppointment, 'status' | 'startsAt' | 'endsAt' | 'statusAt'>

/** @param now undefined on any other day than today */
export function presenceOf({ status, startsAt, endsAt }: Seen, now: Date | undefined): Presence | undefined {
  if (!now || (status !== 'booked' && status !== 'arrived')) return undefined
  if (now.getTime() >= Date.parse(endsAt)) return 'overdue'
  if (status === 'arrived') return 'waiting'
  return minutesSince(startsAt, now) >= lateAfterMinutes ? 'late' : undefined
}

/** Says it in a few words: `Late 12 min`, `Waiting since 9:05 AM`. */
export function presenceInWords(appointment: Seen, now: Date | undefined): string | undefined {
  const presence = presenceOf(appointment, now)
  const { startsAt, statusAt } = appointment
  if (presence === 'overdue') return 'Over, not marked'
  if (presence === 'late' && now) return `Late ${minutesSince(startsAt, now)} min`
  if (presence !== 'waiting' || statusAt === undefined) return undefined
  return `Waiting since ${timeInText(clinicMinutes(new Date(statusAt), clinic.timeZone))}`
}

/** The same in as few words as a block has room for: `Late 12 min`, `Here 14 min`. */
export function presenceInBlock(appointment: Seen, now: Date | undefined): string | undefined {
  const presence = presenceOf(appointment, now)
  if (presence === 'overdue') return 'Not marked'
  if (presence !== 'waiting' || !now || appointment.statusAt === undefined) return presenceInWords(appointment, now)
  return `Here ${minutesSince(appointment.statusAt, now)} min`
}

const minutesSince = (instant: string, now: Date) => Math.floor((now.getTime() - Date.parse(instant)) / minuteMs)
