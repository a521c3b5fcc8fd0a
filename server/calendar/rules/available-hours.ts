import { type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import type { DayClock } from './day-clock.ts'
import { openingHours, type Period, performersOf, type Rules, workingHours } from './rules.ts'

export type Block = Rules['blocks'][number]

/** Returns the part of a day that a block keeps free of appointments; undefined if none. */
export function blockedOn({ firstDay, lastDay, weekdays, from, until }: Block, date: IsoDate): Period | undefined {
  if (date < firstDay || (lastDay !== null && lastDay < date)) return undefined
  if (weekdays.length > 0) return weekdays.includes(isoWeekday(date)) ? { from, until } : undefined
  return { from: date === firstDay ? from : 0, until: date === lastDay ? until : 1_440 }
}

/** Returns the opening hours of a day in which not everyone is blocked. */
export function unblockedHours(rules: Rules, date: IsoDate): readonly Period[] {
  return without(openingHours(rules, date), blockedPeriods(rules, date, isForEveryone))
}

/** Returns the working hours of a doctor on a day in which neither they nor everyone is blocked. */
export function availableHours(rules: Rules, doctor: Rules['doctors'][number], date: IsoDate): readonly Period[] {
  const isTheirs = (block: Block) => block.doctorId === doctor.id || isForEveryone(block)
  return without(workingHours(rules, doctor, date), blockedPeriods(rules, date, isTheirs))
}

/** Returns the blocked parts of a day of each chair that has some. */
export function blockedChairs(rules: Rules, date: IsoDate): Map<string, Period[]> {
  const blocked = new Map<string, Period[]>()
  for (const block of rules.blocks) {
    const period = block.chairId !== null && blockedOn(block, date)
    if (block.chairId === null || !period) continue
    blocked.set(block.chairId, [...(blocked.get(block.chairId) ?? []), period])
  }
  return blocked
}

/** Tells whether somebody can perform a treatment on a day: one of its doctors works, or the clinic is open if it has
 *  none. */
export function isPerformed(rules: Rules, treatmentId: string, date: IsoDate): boolean {
  const performers = performersOf(rules, treatmentId)
  if (performers.length === 0) return unblockedHours(rules, date).length > 0
  return performers.some((doctor) => availableHours(rules, doctor, date).length > 0)
}

/** Tells whether an appointment touches one of these periods. Instants are Unix times in ms. */
export function touches(
  periods: readonly Period[] | undefined,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  { instantOf }: DayClock,
): boolean {
  return periods?.some(({ from, until }) => instantOf(from) < endsAt && startsAt < instantOf(until)) ?? false
}

function isForEveryone({ doctorId, chairId }: Block) {
  return doctorId === null && chairId === null
}

function blockedPeriods({ blocks }: Rules, date: IsoDate, isWanted: (block: Block) => boolean): Period[] {
  return blocks.flatMap((block) => (isWanted(block) ? (blockedOn(block, date) ?? []) : []))
}

/** Returns what is left of periods. The same list, if nothing is taken away: a plan computes equal lists once. */
export function without(periods: readonly Period[], blocked: readonly Period[]): readonly Period[] {
  return blocked.reduce(
    (left, { from, until }) =>
      left.some((period) => from < period.until && period.from < until)
        ? left.flatMap((period) =>
            [
              { from: period.from, until: Math.min(period.until, from) },
              { from: Math.max(period.from, until), until: period.until },
            ].filter((part) => part.from < part.until),
          )
        : left,
    periods,
  )
}
