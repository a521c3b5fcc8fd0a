import { inSentences } from '#contract/kit/locale.ts'
import { formatCents, type Money } from '#contract/kit/money.ts'
import { unbroken } from '#contract/kit/text/unbroken.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek, formatTime } from '#contract/kit/time/shown-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { dayClock } from '../rules/day-clock.ts'
import type { FreeDay } from '../rules/free-day.ts'
import { onlineTimes } from '../rules/free-times.ts'
import { type FreeTime, offeredTimes } from '../rules/offered-times.ts'
import { bookedOnline, dayState, openingHours, type Rules } from '../rules/rules.ts'

/** The first time at which patients can book a treatment, and the lowest price of all of these, in cents. */
export type FirstFree = { date: IsoDate; slot: string; lowestPrice: number }

/** The result of a search; without `first`, nothing is free. Outdated from `validUntil` (Unix, ms). */
export type FirstFreeSearch = { first?: FirstFree; validUntil: number }

type KnownDay = Pick<FreeDay, 'plan' | 'free'> & { validUntil: number }

/** Searches for the first free time, day by day from today to the horizon. `freeDay` returns the free times of a
 *  day. */
export async function findFirstFree(
  rules: Rules,
  now: Date,
  freeDay: (date: IsoDate) => KnownDay | Promise<KnownDay>,
): Promise<FirstFreeSearch> {
  const today = clinicToday(now, rules.timeZone)
  const offered = bookedOnline(rules)
  if (offered.length > 0) {
    for (let date = today; dayState(rules, date, now) === 'open'; date = addDays(date, 1)) {
      if (openingHours(rules, date).length === 0) continue
      const day = await freeDay(date)
      const time = earliestOf(rules, day)
      if (!time) continue
      const lowestPrice = Math.min(...offered.map(({ priceCents }) => priceCents))
      return { first: { date, slot: time.slot, lowestPrice }, validUntil: day.validUntil }
    }
  }
  // At midnight the horizon moves on by a day.
  return { validUntil: dayClock(addDays(today, 1), rules.timeZone).startsAt }
}

/** Returns the first free time and the lowest price in words: `Next free: Mon, Nov 23, 8:00 AM · from $59`. Its
 *  non-breaking spaces keep day, time and price each in one line. */
export function firstFreeInWords({ date, slot, lowestPrice }: FirstFree, clinic: Money): string {
  const locale = inSentences(clinic)
  const day = unbroken(formatDayOfWeek(date, locale, 'short'))
  const time = unbroken(formatTime(slotStartMinutes(slot), locale))
  return `Next free: ${day}, ${time} · ${unbroken(`from ${formatCents(lowestPrice, clinic)}`)}`
}

function earliestOf(rules: Rules, { plan, free }: KnownDay): FreeTime | undefined {
  const firsts = offeredTimes(plan, onlineTimes(rules, free), {}).flatMap(({ times }) => times.slice(0, 1))
  return firsts.sort((a, b) => a.startsAt - b.startsAt)[0]
}
