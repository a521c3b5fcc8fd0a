import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { type BookableTime, planTreatment } from '#server/calendar/rules/plan.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'

/** A part of a day that has become free: that of a dentist, or of a treatment without one. `freesChair`: any treatment
 *  may have become possible then. Instants are Unix times in ms. */
export type Freed = {
  date: IsoDate
  from: number
  until: number
  doctorId: string | null
  treatmentId: string | null
  freesChair: boolean
}

type Time = { date: IsoDate; startsAt: number; busyUntil: number; doctors: readonly string[] }

/** Tells whether a free time of a treatment has become free, because of one of these. */
export function isFreed(treatmentId: string, time: Time, freed: readonly Freed[]): boolean {
  return freed.some(
    (each) =>
      each.date === time.date &&
      each.from < time.busyUntil &&
      time.startsAt < each.until &&
      (each.freesChair ||
        (each.doctorId === null ? each.treatmentId === treatmentId : time.doctors.includes(each.doctorId))),
  )
}

/** Returns the times from `first` to `last` that rules offer and former ones did not: longer hours, a day that opens,
 *  an absence that ends, another dentist, another chair. Bookings don't matter here. */
export function freedByRules(before: Rules, after: Rules, first: IsoDate, last: IsoDate): Freed[] {
  const freed: Freed[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) freed.push(...freedOn(date, before, after))
  return freed
}

function freedOn(date: IsoDate, before: Rules, after: Rules): Freed[] {
  const freed = after.treatments.flatMap((treatment) => {
    const former = before.treatments.find(({ id }) => id === treatment.id)
    const known = new Map(
      former && offersOf(planTreatment(before, former, date)).map((one) => [keyOf(one), one.chairs]),
    )
    return offersOf(planTreatment(after, treatment, date)).flatMap(({ chairs, ...offer }) => {
      const formerChairs = known.get(keyOf(offer))
      const isNew = chairs.length === 0 || chairs.some((id) => !formerChairs?.includes(id))
      const freesChair = before.chairs.length > 0 && isNew
      if (formerChairs !== undefined && !freesChair) return []
      return [{ date, ...offer, freesChair, treatmentId: offer.doctorId === null ? treatment.id : null }]
    })
  })
  const ofSame = ({ doctorId, treatmentId, freesChair }: Freed) => `${doctorId ?? treatmentId} ${freesChair}`
  return [...Map.groupBy(freed, ofSame).values()].flatMap(joined)
}

/** Returns each time once for each dentist who offers it, or once without one, with the chairs for it; none if chairs
 *  are not a limit. */
function offersOf(times: readonly BookableTime[]) {
  return times.flatMap(({ startsAt: from, busyUntil: until, doctors, chairs }) => {
    return (doctors.length === 0 ? [null] : doctors).map((doctorId) => ({ doctorId, from, until, chairs }))
  })
}

const keyOf = ({ doctorId, from, until }: { doctorId: string | null; from: number; until: number }) =>
  `${doctorId} ${from} ${until}`

/** Joins those that touch or overlap. */
function joined(list: readonly Freed[]): Freed[] {
  const all: Freed[] = []
  for (const each of list.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && each.from <= last.until) last.until = Math.max(last.until, each.until)
    else all.push({ ...each })
  }
  return all
}
