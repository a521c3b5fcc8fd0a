import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { freeTimes, onlineTimes } from '#server/calendar/rules/free-times.ts'
import { allTimes, type FreeTime as DayTime } from '#server/calendar/rules/offered-times.ts'
import { planDay } from '#server/calendar/rules/plan.ts'
import { performersOf, type Rules } from '#server/calendar/rules/rules.ts'
import { listBusy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import type { FreeTime } from '../matching/match.ts'

/** Times that begin sooner (ms) are not offered: nobody would read of them in time. */
export const soonestMs = 60 * 60_000

/** Reads the free times of days past all caches, in order of their start: those of treatments that patients book
 *  themselves, because an offer is taken by a link. */
export async function readFreeTimes(
  db: Db,
  rules: Rules,
  dates: readonly IsoDate[],
  now: Date,
): Promise<(FreeTime & DayTime)[]> {
  const clocks = dates.map((date) => dayClock(date, rules.timeZone))
  const from = Math.min(...clocks.map(({ startsAt }) => startsAt))
  const until = Math.max(...clocks.map(({ endsAt }) => endsAt))
  const busy = await listBusy(db, from, until)
  const times = dates.flatMap((date) => {
    const plan = planDay(rules, date)
    const ofDay = busy.filter((each) => each.from < plan.clock.endsAt && each.until > plan.clock.startsAt)
    return allTimes(plan, onlineTimes(rules, freeTimes(plan, rules, ofDay, now))).flatMap(({ treatment, times }) =>
      times.map((time) => ({ ...time, date, treatmentId: treatment.id })),
    )
  })
  return times.sort((a, b) => a.startsAt - b.startsAt)
}

/** Returns the dentist for whom somebody waits; null, for any, if they no longer perform the treatment. */
export function dentistOf(
  { treatmentId, doctorId }: { treatmentId: string; doctorId: string | null },
  rules: Rules,
): string | null {
  return performersOf(rules, treatmentId).some(({ id }) => id === doctorId) ? doctorId : null
}

/** Tells whether the time of an offer is free, with its dentist if it names one. */
export function isStillFree(
  offer: { treatmentId: string; startsAt: Date; doctorId: string | null },
  free: readonly FreeTime[],
  rules: Rules,
): boolean {
  const dentist = dentistOf(offer, rules)
  return free.some(
    (time) =>
      time.treatmentId === offer.treatmentId &&
      time.startsAt === offer.startsAt.getTime() &&
      (dentist === null || time.doctors.includes(dentist)),
  )
}
