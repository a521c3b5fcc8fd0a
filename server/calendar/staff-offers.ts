import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { dayClock } from './rules/day-clock.ts'
import { type Busy, freeTimes } from './rules/free-times.ts'
import { type Found, findOffer, type NoOffer, type Offer, type Wish } from './rules/offer.ts'
import { allTimes, type FreeTime } from './rules/offered-times.ts'
import { planDay } from './rules/plan.ts'
import { isSuited, performersOf, type Rules } from './rules/rules.ts'

const minute = 60_000

/** A time in spite of the rules, with the slot that its start and the treatment's length make. */
export type OutsideOffer = Offer & { slot: string }

/** Returns what the rules offer to staff at `now`, or why they offer nothing. The patients' horizon and notice don't
 *  apply, and a time that has begun can be booked until it ends. */
export function findOfferForStaff(rules: Rules, wish: Wish, now: Date): Outcome<Found, NoOffer> {
  if (wish.date < clinicToday(now, rules.timeZone)) return refused('day-past')
  const eve = onTheEve(rules, wish.date)
  const found = findOffer(eve.rules, wish, eve.now)
  return found.ok && found.offer.endsAt <= now.getTime() ? refused('slot-begun') : found
}

type Choice = { date: IsoDate; treatmentId: string }

/** Lists the times of a treatment on a day that staff can book at `now`, with the doctors who are free.
 *  @param bookings what is busy that day */
export function listTimesForStaff(rules: Rules, choice: Choice, bookings: readonly Busy[], now: Date) {
  return freeTimesForStaff(rules, choice, bookings, now).map(({ slot, doctors }) => ({
    slot,
    doctors: rules.doctors.filter(({ id }) => doctors.includes(id)).map(({ id, name }) => ({ id, name })),
  }))
}

/** Returns the times of a treatment on a day that staff can book at `now`. */
export function freeTimesForStaff(
  rules: Rules,
  { date, treatmentId }: Choice,
  bookings: readonly Busy[],
  now: Date,
): FreeTime[] {
  const eve = onTheEve(rules, date)
  const plan = planDay(rules, date)
  const [all] = allTimes(plan, freeTimes(plan, eve.rules, bookings, eve.now), { treatment: treatmentId })
  return (all?.times ?? []).filter(({ endsAt }) => endsAt > now.getTime())
}

/** Why staff can't book at a time whatever the rules. */
export type NoOfferOutside =
  | Extract<NoOffer, 'day-past' | 'unknown-treatment' | 'unknown-doctor' | 'unknown-slot'>
  | 'past-midnight'
  | 'other-length'

/** Returns the time that starts when the slot of `wish` does, in spite of hours, of who works then and of the time of
 *  the day, so that staff can enter what has happened. It lasts as long as the treatment, or `length` (ms) if the
 *  clinic no longer offers that: the slot ends then, or when it starts. `doctors` are the one whom the wish names, who
 *  need not perform the treatment, or all who perform it. */
export function offerOutsideRules(
  rules: Rules,
  { treatmentId, date, slot, doctor }: Wish,
  now: Date,
  length?: { duration: number; buffer: number },
): Outcome<{ offer: OutsideOffer }, NoOfferOutside> {
  if (date < clinicToday(now, rules.timeZone)) return refused('day-past')
  const treatment = rules.treatments.find(({ id }) => id === treatmentId)
  if (!treatment && !length) return refused('unknown-treatment')
  if (doctor && !rules.doctors.some(({ id }) => id === doctor)) return refused('unknown-doctor')
  const clock = dayClock(date, rules.timeZone)
  const start = slotStartMinutes(slot)
  const startsAt = clock.instantOf(start)
  // The clock skips it on the day of a change.
  if (clock.minutesOf(startsAt) !== start) return refused('unknown-slot')
  const endsAt = startsAt + (treatment ? treatment.durationMinutes * minute : (length?.duration ?? 0))
  if (endsAt > clock.endsAt) return refused('past-midnight')
  const end = clock.endMinutesOf(endsAt)
  // Where clocks go back, it would end before it begins.
  if (end <= start) return refused('unknown-slot')
  const lengths = [end, start, start + (length?.duration ?? 0) / minute]
  if (!lengths.some((until) => formatSlot(start, until) === slot)) return refused('other-length')
  const offer = {
    rulesVersion: rules.version,
    slot: formatSlot(start, end),
    ...{ startsAt, endsAt },
    busyUntil: endsAt + (treatment ? treatment.bufferMinutes * minute : (length?.buffer ?? 0)),
    doctors: doctor ? [doctor] : performersOf(rules, treatmentId).map(({ id }) => id),
    chairs: suitedFirst(rules, treatmentId),
  }
  return { ok: true, offer }
}

/** Returns the chairs in use, those that are suited for a treatment first. */
function suitedFirst(rules: Rules, treatmentId: string): string[] {
  const rank = (id: string) => Number(!isSuited(rules, id, treatmentId))
  return rules.chairs.toSorted((a, b) => rank(a) - rank(b))
}

/** The rules without the limits of patients, on the evening before a day: all of its times are ahead. */
function onTheEve(rules: Rules, date: IsoDate) {
  // The same object each time: what is computed from rules is remembered by it.
  const unlimited = unlimitedByRules.get(rules) ?? {
    ...rules,
    policy: { ...rules.policy, noticeMinutes: 0, horizonDays: 1, onlineBooking: true },
    treatments: rules.treatments.map((treatment) => ({ ...treatment, online: true })),
  }
  unlimitedByRules.set(rules, unlimited)
  return { rules: unlimited, now: new Date(dayClock(addDays(date, -1), rules.timeZone).endsAt - 1) }
}

const unlimitedByRules = new WeakMap<Rules, Rules>()
