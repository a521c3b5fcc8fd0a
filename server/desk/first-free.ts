import { type DayPart, dayParts, type FirstFreeTime, maxFirstFree } from '#contract/desk/first-free.ts'
import { clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { isPossible, monthsAhead } from '#server/calendar/public/days-ahead.ts'
import { treatmentsFor } from '#server/calendar/public/filter.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { type FreeTime, offeredTimes } from '#server/calendar/rules/offered-times.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import { freeTimesForStaff } from '#server/calendar/staff-offers.ts'
import { listBusy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'

/** What a caller asks for; `part` and `doctor` are optional, and `from` is today by default. */
type Search = {
  treatment: string
  doctor?: string | undefined
  part?: DayPart | undefined
  from?: IsoDate | undefined
}

const minute = 60_000

/** Lists the next free times for a caller, up to the patients' horizon. The patients' notice does not apply. */
export async function listFirstFree(
  { db, calendar }: { db: Db; calendar: Calendar },
  { part, from, ...filter }: Search,
): Promise<FirstFreeTime[]> {
  const rules = await calendar.rules()
  const now = calendar.clock()
  const wanted = treatmentsFor(rules, filter)
  const found: FirstFreeTime[] = []
  if (wanted.length === 0) return found
  // The cached days leave out what is too soon for patients.
  const lastNear = clinicToday(new Date(now.getTime() + rules.policy.noticeMinutes * minute), rules.timeZone)
  const add = (date: IsoDate, times: readonly FreeTime[]) => {
    const fitting = times.filter(({ startsAt, slot }) => startsAt >= now.getTime() && isIn(part, slot))
    for (const time of fitting.slice(0, maxFirstFree - found.length)) found.push(toFreeTime(rules, date, time, filter))
    return found.length === maxFirstFree
  }
  for (const dates of monthsAhead(rules, from ?? (await calendar.today()), now)) {
    if (!isPossible(rules, wanted, dates, filter)) continue
    const near = dates.filter((date) => date <= lastNear)
    for (const [date, times] of await timesNear(db, rules, near, filter, now)) if (add(date, times)) return found
    for (const day of await calendar.days(dates.slice(near.length))) {
      if (add(day.overview.date, offeredTimes(day.plan, day.free, filter)[0]?.times ?? [])) return found
    }
  }
  return found
}

/** Returns the times of days that follow each other, which one query reads. */
async function timesNear(
  db: Db,
  rules: Rules,
  dates: readonly IsoDate[],
  { treatment, doctor }: Search,
  now: Date,
): Promise<[IsoDate, FreeTime[]][]> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return []
  const busy = await listBusy(db, dayClock(first, rules.timeZone).startsAt, dayClock(last, rules.timeZone).endsAt)
  return dates.map((date) => {
    const times = freeTimesForStaff(rules, { date, treatmentId: treatment }, busy, now)
    return [date, times.filter(({ doctors }) => doctor === undefined || doctors.includes(doctor))]
  })
}

function isIn(part: DayPart | undefined, slot: string): boolean {
  if (part === undefined) return true
  const start = slotStartMinutes(slot)
  const end = Math.min(...Object.values(dayParts).filter((from) => from > dayParts[part]))
  return dayParts[part] <= start && start < end
}

function toFreeTime({ doctors }: Rules, date: IsoDate, time: FreeTime, { doctor }: Pick<Search, 'doctor'>) {
  const free = doctors.filter(({ id }) => time.doctors.includes(id) && (doctor === undefined || id === doctor))
  return {
    date: formatMediumDate(date),
    slot: time.slot,
    doctors: free.map(({ id, name }) => ({ _id: id, name })),
  }
}
