import { inSentences } from '#contract/kit/locale.ts'
import { formatCents, type Money } from '#contract/kit/money.ts'
import { unbroken } from '#contract/kit/text/unbroken.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek, formatTime } from '#contract/kit/time/shown-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { dayClock } from '../rules/day-clock.ts'
import type { FreeDay } from '../rules/free-day.ts'
import { onlineTimes } from '../rules/free-times.ts'
import { offeredTimes } from '../rules/offered-times.ts'
import { bookedOnline, dayState, openingHours, type Rules } from '../rules/rules.ts'
import { nextTimesOfDay } from './next-times-of-day.ts'

/** A free time of a treatment, at its price in cents. `doctor` is the name of the only dentist who is free then. */
type FreeOffer = {
  date: IsoDate
  slot: string
  treatmentId: string
  treatment: string
  priceCents: number
  doctor?: string
}

/** The next times at which patients can book, one to three in order, and the lowest price of all treatments that they
 *  book themselves, in cents. */
export type FirstFree = { times: readonly [FreeOffer, ...FreeOffer[]]; lowestPrice: number }

/** The result of a search; without `first`, nothing is free. Outdated from `validUntil` (Unix, ms). */
export type FirstFreeSearch = { first?: FirstFree; validUntil: number }

type KnownDay = Pick<FreeDay, 'plan' | 'free'> & { validUntil: number }

const maxTimes = 3
/** How many days after the first time the others may be, so that a search ends soon. */
const maxDaysAfter = 14

/** Searches for the next free times, day by day from today to the horizon. `freeDay` returns the free times of a
 *  day. */
export async function findFirstFree(
  rules: Rules,
  now: Date,
  freeDay: (date: IsoDate) => KnownDay | Promise<KnownDay>,
): Promise<FirstFreeSearch> {
  const today = clinicToday(now, rules.timeZone)
  const offered = bookedOnline(rules)
  if (offered.length > 0) {
    const found: FreeOffer[] = []
    let validUntil = Number.POSITIVE_INFINITY
    for (let date = today; dayState(rules, date, now) === 'open'; date = addDays(date, 1)) {
      const [first] = found
      if (found.length === maxTimes || (first && date > addDays(first.date, maxDaysAfter))) break
      if (openingHours(rules, date).length === 0) continue
      const day = await freeDay(date)
      const offered = offeredTimes(day.plan, onlineTimes(rules, day.free), {})
      const known = new Set(found.map(({ treatmentId }) => treatmentId))
      found.push(...nextTimesOfDay(offered, known, maxTimes - found.length).map((time) => toOffer(rules, date, time)))
      if (found.length > 0) validUntil = Math.min(validUntil, day.validUntil)
    }
    const [first, ...others] = found
    const lowestPrice = Math.min(...offered.map(({ priceCents }) => priceCents))
    if (first) return { first: { times: [first, ...others], lowestPrice }, validUntil }
  }
  // At midnight the horizon moves on by a day.
  return { validUntil: dayClock(addDays(today, 1), rules.timeZone).startsAt }
}

/** Returns the first free time and the lowest price in words: `Next free: Mon, Nov 23, 8:00 AM · from $59`. Its
 *  non-breaking spaces keep day, time and price each in one line. */
export function firstFreeInWords({ times: [{ date, slot }], lowestPrice }: FirstFree, clinic: Money): string {
  const locale = inSentences(clinic)
  const day = unbroken(formatDayOfWeek(date, locale, 'short'))
  const time = unbroken(formatTime(slotStartMinutes(slot), locale))
  return `Next free: ${day}, ${time} · ${unbroken(`from ${formatCents(lowestPrice, clinic)}`)}`
}

function toOffer(
  { doctors }: Rules,
  date: IsoDate,
  { treatment, time }: ReturnType<typeof nextTimesOfDay>[number],
): FreeOffer {
  const [only, ...others] = time.doctors
  const doctor = others.length === 0 ? doctors.find(({ id }) => id === only)?.name : undefined
  const { id: treatmentId, name, priceCents } = treatment
  return { date, slot: time.slot, treatmentId, treatment: name, priceCents, ...(doctor !== undefined && { doctor }) }
}
