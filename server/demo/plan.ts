import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { SeedBooking } from '#server/booking/store.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import type { Busy } from '#server/calendar/rules/free-times.ts'
import type { Rules, TreatmentRule } from '#server/calendar/rules/rules.ts'
import type { Person } from './people.ts'
import { planDayOfBookings, pseudoRandom } from './plan-day.ts'

const day = 86_400_000
/** Appointments a day. Today there are a few more, which begin about now. */
const [perPastDay, today, perDayAhead] = [9, 14, 8]
/** When these begin, in minutes from now. */
const aboutNow = [
  [-28, -6],
  [-6, 35],
] as const
const days = 7

/** What planning starts from: the rules, what is busy already, and the months after which each treatment is due. */
type Given = {
  rules: Rules
  date: IsoDate
  now: Date
  people: readonly Person[]
  taken: readonly Busy[]
  recallMonths: ReadonlyMap<string, number>
}

/** Those who come in these two weeks, and those who were last here so long ago that they are due again. */
export function groupPeople(people: readonly Person[]): { regulars: Person[]; due: Person[] } {
  const adults = people.filter(({ isChild }) => !isChild)
  const due = adults.filter((_, n) => n % 7 === 3)
  return { regulars: people.filter((person) => !due.includes(person)), due }
}

/** Returns appointments from a week before a day to a week after it, in order, at times that the rules permit and
 *  nothing else takes. The same people and rules give the same ones. */
export function planWeeks({ rules, date, now, people, taken }: Given): SeedBooking[] {
  const random = pseudoRandom(date.length + people.length)
  const next = turnsOf(groupPeople(people).regulars)
  const planned: SeedBooking[] = []
  for (let n = -days; n <= days; n += 1) {
    const on = addDays(date, n)
    const wanted = n < 0 ? perPastDay : n === 0 ? today : perDayAhead
    const shared = { random, patientFor: next(), shareOf }
    const plan = (more: { wanted: number; taken: readonly Busy[]; isPossible: (startsAt: number) => boolean }) =>
      planDayOfBookings(rules, on, eveOf(on, rules), { ...shared, ...more })
    const ofDay: SeedBooking[] = []
    const add = (number: number, isPossible = (_: number) => true) =>
      ofDay.push(...plan({ wanted: number, taken: [...taken, ...ofDay.map(toBusy)], isPossible }))
    if (n === 0) for (const [from, until] of aboutNow) add(2, isBetween(now, from, until))
    add(wanted)
    planned.push(...ofDay)
  }
  return planned.sort((one, other) => one.time.startsAt - other.time.startsAt)
}

/** Returns the last visits of those who are due again, for treatments that the clinic invites back for. */
export function planEarlierVisits({ rules, date, people, recallMonths }: Given): SeedBooking[] {
  const treatments = rules.treatments.filter(({ id }) => recallMonths.has(id))
  return groupPeople(people).due.flatMap((person, n) => {
    const treatment = treatments[n % treatments.length]
    if (!treatment) return []
    const latest = addDays(date, -((recallMonths.get(treatment.id) ?? 0) * 31 + 4 + n * 6))
    // The clinic is closed on some days.
    for (let back = 0; back < days; back += 1) {
      const on = addDays(latest, -back)
      const only = { ...rules, treatments: [treatment] }
      const found = planDayOfBookings(only, on, eveOf(on, rules), {
        ...{ random: pseudoRandom(n), wanted: 1, patientFor: () => person },
      })
      if (found.length > 0) return found
    }
    return []
  })
}

/** Lets one appointment ahead need attention: it is with a dentist who doesn't perform the treatment. */
export function misplaceOne(bookings: readonly SeedBooking[], rules: Rules, date: IsoDate): SeedBooking[] {
  const dentistFor = ({ treatment, time, doctorId }: SeedBooking) =>
    doctorId === null
      ? undefined
      : rules.doctors.find(
          ({ id, treatmentIds }) =>
            !treatmentIds.has(treatment.id) &&
            !bookings.some(
              (other) =>
                other.doctorId === id && other.time.startsAt < time.busyUntil && time.startsAt < other.time.busyUntil,
            ),
        )
  const found = bookings.find((booking) => booking.date > addDays(date, 1) && dentistFor(booking))
  return bookings.map((each) => (each === found ? { ...each, doctorId: dentistFor(each)?.id ?? null } : each))
}

/** Says when an appointment was booked: up to three weeks before it begins, and before now. */
export function bookedAt({ time }: SeedBooking, n: number, now: Date): Date {
  const before = time.startsAt - (1 + ((n * 7) % 20)) * day - ((n * 53) % 600) * 60_000
  return new Date(Math.min(before, now.getTime() - (1 + (n % 40)) * 3_600_000))
}

// Times of a day are offered on the day before at the latest, whatever notice the clinic wants.
const eveOf = (date: IsoDate, { timeZone, policy }: Rules) =>
  new Date(dayClock(date, timeZone).startsAt - 1 - policy.noticeMinutes * 60_000)

const shareOf = (treatment: TreatmentRule) => (isForChildren(treatment) ? 0.6 : 1)

const isBetween = (now: Date, from: number, until: number) => (startsAt: number) =>
  startsAt >= now.getTime() + from * 60_000 && startsAt < now.getTime() + until * 60_000

const toBusy = ({ treatment, time, doctorId, chairId }: SeedBooking): Busy => ({
  ...{ treatmentId: treatment.id, doctorId, chairId, from: time.startsAt, until: time.busyUntil },
})

const isForChildren = ({ reasons }: TreatmentRule) => reasons.includes('child')

/** Returns a function that lets a day begin, and returns whose turn it is on that day for a treatment. Nobody comes
 *  twice on a day, and children come for what is for children, as long as there are some. */
function turnsOf(people: readonly Person[]) {
  const waiting = {
    children: people.filter(({ isChild }) => isChild),
    adults: people.filter(({ isChild }) => !isChild),
  }
  return () => {
    const seen = new Set<string>()
    const take = (group: keyof typeof waiting) => {
      const found = waiting[group].find(({ id }) => !seen.has(id))
      if (!found) return undefined
      seen.add(found.id)
      waiting[group] = [...waiting[group].filter((each) => each !== found), found]
      return found
    }
    return (treatment: TreatmentRule) => (isForChildren(treatment) && take('children')) || take('adults')
  }
}
