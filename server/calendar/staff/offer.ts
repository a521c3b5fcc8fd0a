import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { dayClock } from '../rules/day-clock.ts'
import { type Busy, freeTimes } from '../rules/free-times.ts'
import { findOffer, type NoOffer, type Offer, type Wish } from '../rules/offer.ts'
import { type BookableTime, planDay } from '../rules/plan.ts'
import { dayState, type Rules } from '../rules/rules.ts'

/** The notice and the horizon are for patients only. */
const forStaff = (rules: Rules): Rules => ({
  ...rules,
  policy: { ...rules.policy, noticeMinutes: 0, horizonDays: 36_500 },
})

/** Returns what the rules offer staff for a wish at `now`, or why they offer nothing. */
export function findStaffOffer(rules: Rules, wish: Wish, now: Date): Offer | NoOffer {
  return findOffer(forStaff(rules), wish, now)
}

/** Returns the free times of a treatment on a day for staff.
 *  @param busy what is busy that day */
export function staffTimes(
  rules: Rules,
  { treatmentId, date }: { treatmentId: string; date: IsoDate },
  busy: readonly Busy[],
  now: Date,
): readonly BookableTime[] {
  const treatments = rules.treatments.filter(({ id }) => id === treatmentId)
  const open = forStaff({ ...rules, treatments })
  return freeTimes(planDay(open, date), open, busy, now).flatMap(({ times }) => times)
}

/** A time that staff choose in spite of the rules. Instants are Unix times in ms. */
export type OverrideTime = Pick<BookableTime, 'slot' | 'startsAt' | 'endsAt' | 'busyUntil'> & {
  rulesVersion: number
  chairs: readonly string[]
}

/** Returns the time from the start of a wish's slot, as long as the treatment lasts now, or `length` (ms) if it is no longer offered. Refuses
 *  days that have passed, times that don't exist that day and dentists who don't work at the clinic. */
export function findOverride(
  rules: Rules,
  { treatmentId, date, slot, doctor }: Wish,
  length: { duration: number; buffer: number },
  now: Date,
): OverrideTime | NoOffer {
  const state = dayState(forStaff(rules), date, now)
  if (state !== 'open') return state
  if (doctor && !rules.doctors.some(({ id }) => id === doctor)) return 'unknown-doctor'
  const treatment = rules.treatments.find(({ id }) => id === treatmentId)
  const duration = treatment ? treatment.durationMinutes * 60_000 : length.duration
  const buffer = treatment ? treatment.bufferMinutes * 60_000 : length.buffer
  const clock = dayClock(date, rules.timeZone)
  const start = slotStartMinutes(slot)
  const startsAt = clock.instantOf(start)
  const endsAt = startsAt + duration
  const isSkipped = clock.minutesOf(startsAt) !== start
  if (isSkipped || endsAt > clock.endsAt) return 'unknown-slot'
  return {
    rulesVersion: rules.version,
    slot: formatSlot(start, clock.minutesOf(endsAt)),
    startsAt,
    endsAt,
    busyUntil: endsAt + buffer,
    chairs: rules.chairs,
  }
}
