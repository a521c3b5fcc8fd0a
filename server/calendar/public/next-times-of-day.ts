import { visitReasons } from '#contract/calendar/visit-reason.ts'
import type { FreeTime, TreatmentTimes } from '../rules/offered-times.ts'
import type { TreatmentRule } from '../rules/rules.ts'

/** A time of a treatment. */
type OfferedTime = { treatment: TreatmentRule; time: FreeTime }

/** Returns up to `count` times of a day: later and later ones, of other treatments where there are any, so that they
 *  say more than the first minute of each treatment. Of those at one time, what most people come for. `known` are the
 *  ids of those of which a time was found before. */
export function nextTimesOfDay(
  day: readonly TreatmentTimes[],
  known: ReadonlySet<string>,
  count: number,
): OfferedTime[] {
  const all = day
    .flatMap(({ treatment, times }) => times.map((time) => ({ treatment, time })))
    .sort((a, b) => a.time.startsAt - b.time.startsAt || byWish(a.treatment, b.treatment))
  const found: OfferedTime[] = []
  const isKnown = ({ id }: TreatmentRule) => known.has(id) || found.some(({ treatment }) => treatment.id === id)
  while (found.length < count) {
    const after = found.at(-1)?.time.startsAt ?? Number.NEGATIVE_INFINITY
    const later = all.filter(({ time }) => time.startsAt > after)
    const next = later.find(({ treatment }) => !isKnown(treatment)) ?? later[0]
    if (!next) break
    found.push(next)
  }
  return found
}

/** By reason, in the order in which they are asked, then by price. */
function byWish(a: TreatmentRule, b: TreatmentRule): number {
  return rankOf(a) - rankOf(b) || a.priceCents - b.priceCents
}

/** The place of its first reason; behind all others without one. */
function rankOf({ reasons }: TreatmentRule): number {
  const first = visitReasons.findIndex((reason) => reasons.includes(reason))
  return first === -1 ? visitReasons.length : first
}
