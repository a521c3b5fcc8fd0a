import { describe, expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { pseudoRandom } from '#server/demo/plan-day.ts'
import { block, clinic, doctor, everyDay, policy, treatment } from '#server/testing/calendar/clinic.ts'
import { dayClock } from './day-clock.ts'
import { type Busy, freeTimes } from './free-times.ts'
import { allTimes, type FreeTime, offeredTimes } from './offered-times.ts'
import { placeTightly } from './place-tightly.ts'
import { planDay, planTime } from './plan.ts'
import type { Rules } from './rules.ts'

const date: IsoDate = '2026-03-10'
const longBefore = new Date('2026-01-01T12:00:00Z')
const { instantOf } = dayClock(date, 'America/New_York')

const busy = (from: number, until: number, more: Partial<Busy> = {}): Busy => ({
  ...{ treatmentId: 'cleaning', doctorId: 'ida', chairId: null },
  ...{ from: instantOf(from), until: instantOf(until), ...more },
})

/** Lists starts in minutes after midnight. */
function starts(rules: Rules, bookings: Busy[], list = offeredTimes, id = 'cleaning') {
  const plan = planDay(rules, date)
  const [found] = list(plan, freeTimes(plan, rules, bookings, longBefore), { treatment: id })
  return found?.times.map(({ slot }) => slotStartMinutes(slot)) ?? []
}

const oneDoctor = (duration: number, buffer = 0, more: Partial<Rules> = {}) =>
  clinic({ treatments: [treatment('cleaning', duration, buffer)], doctors: [doctor('ida', ['cleaning'])], ...more })
const eightHours = { week: everyDay([{ from: 480, until: 960 }]) }

describe('a time beside an appointment', () => {
  it('begins when it and its cleaning up end, or ends when it begins', () => {
    const rules = oneDoctor(20, 5)
    expect(starts(rules, [busy(500, 525)], allTimes)).toEqual(expect.arrayContaining([525]))
    expect(starts(rules, [busy(600, 625)], allTimes)).toEqual(expect.arrayContaining([575, 625]))
    expect(starts(rules, [busy(600, 625)], allTimes)).not.toContain(580)
    expect(starts(rules, [], allTimes)).toEqual(expect.arrayContaining([700]))
  })

  it('begins at a whole five minutes', () => {
    const found = starts(oneDoctor(20), [busy(600, 623)], allTimes)
    expect(found).toContain(625)
    expect(found.every((start) => start % 5 === 0)).toBe(true)
  })

  it('is not there if the clinic fills no gaps', () => {
    const off = oneDoctor(20, 5, { policy: { ...policy, fillGaps: false } })
    for (const list of [allTimes, offeredTimes])
      expect(starts(off, [busy(600, 625)], list).every((start) => start % 30 === 0)).toBe(true)
    const slot = '10.25 AM - 10.45 AM'
    expect(planTime(off, treatment('cleaning', 20, 5), date, slot)).toBeUndefined()
    const on = oneDoctor(20, 5)
    expect(planTime(on, treatment('cleaning', 20, 5), date, slot)).toMatchObject({ isOnGrid: false, doctors: ['ida'] })
    expect(planTime(on, treatment('cleaning', 20, 5), date, '10.26 AM - 10.46 AM')).toBeUndefined()
    expect(planTime(on, treatment('cleaning', 20, 5), date, '10.25 AM - 10.55 AM')).toBeUndefined()
    expect(planTime(on, treatment('cleaning', 20, 5), date, '11.55 AM - 12.15 PM')).toBeUndefined()
  })

  it('is where a chair becomes free, if the dentist has no other', () => {
    const rules = oneDoctor(20, 0, { chairs: ['one'] })
    const taken = [
      busy(0, 545, { doctorId: 'ben', chairId: 'one' }),
      busy(565, 1_440, { doctorId: 'ben', chairId: 'one' }),
    ]
    expect(starts(rules, taken, allTimes)).toEqual([545])
  })
})

describe('patients are offered', () => {
  it.each([
    [20, 24],
    [35, 13],
    [50, 9],
  ])('times of %i minutes of which %i fill eight hours, in whatever order they choose', (duration, expected) => {
    const rules = oneDoctor(duration, 0, eightHours)
    for (let seed = 1; seed <= 30; seed += 1) expect(fillDay(rules, pseudoRandom(seed))).toBe(expected)
  })

  it.each<[IsoDate, number]>([
    ['2026-03-08', 21],
    ['2026-11-01', 24],
  ])('as many of them on %s, when clocks change while the clinic is open: %i', (day, expected) => {
    const night = oneDoctor(20, 0, { week: everyDay([{ from: 60, until: 540 }]) })
    for (let seed = 1; seed <= 30; seed += 1) {
      expect(fillDay(oneDoctor(20, 0, eightHours), pseudoRandom(seed), day)).toBe(24)
      expect(fillDay(night, pseudoRandom(seed), day)).toBe(expected)
    }
  })

  it('none that ends before it begins, where clocks go back', () => {
    const night = oneDoctor(20, 0, { week: everyDay([{ from: 60, until: 540 }]) })
    const long = treatment('cleaning', 30)
    const rules = { ...night, treatments: [long] }
    expect(planTime(rules, long, '2026-11-01', '01.45 AM - 01.15 AM')).toBeUndefined()
    expect(planTime(rules, long, '2026-11-01', '01.25 AM - 01.55 AM')).toMatchObject({ isOnGrid: false })
  })

  it('fewer of them where gaps are not filled', () => {
    const rules = oneDoctor(20, 0, { ...eightHours, policy: { ...policy, fillGaps: false } })
    expect(fillDay(rules, pseudoRandom(1))).toBe(16)
  })

  it('a time that leaves a gap if its part of the day has no other', () => {
    const both = [treatment('cleaning', 20), treatment('surgery', 30)]
    const rules = clinic({ treatments: both, doctors: [doctor('ida', ['cleaning', 'surgery'])] })
    // 8:00 to 8:30 takes one of 30 minutes without a gap, and one of 20 with ten minutes.
    const bookings = [busy(510, 720)]
    expect(starts(rules, bookings, offeredTimes, 'surgery').filter((start) => start < 720)).toEqual([480])
    expect(starts(rules, bookings).filter((start) => start < 720)).toEqual([480, 490])
    const twoGaps = [busy(510, 540), busy(580, 720)]
    expect(starts(rules, twoGaps).filter((start) => start < 720)).toEqual([540, 560])
  })

  it('at most a dozen in a part of the day, at round times', () => {
    const rules = oneDoctor(5, 0, { policy: { ...policy, gridMinutes: 5 } })
    const found = starts(rules, [])
    const [morning, afternoon] = [found.filter((start) => start < 720), found.filter((start) => start >= 720)]
    expect([morning.length, afternoon.length]).toEqual([12, 12])
    expect(morning.filter((start) => start % 30 === 0)).toHaveLength(8)
    expect(morning.every((start) => start % 15 === 0)).toBe(true)
    expect(starts(rules, [], allTimes)).toHaveLength(96)
  })

  it('all half hours of the default clinic', () => {
    expect(starts(clinic(), [], offeredTimes)).toHaveLength(16)
  })
})

describe('an offer is placed', () => {
  const rules = clinic({
    treatments: [treatment('cleaning', 20)],
    doctors: [doctor('ida', ['cleaning']), doctor('ben', ['cleaning'])],
    chairs: ['one', 'two'],
  })
  const offerAt = (slot: string) => {
    const time = planTime(rules, treatment('cleaning', 20), date, slot)
    if (!time) throw new Error(slot)
    const { isOnGrid, ...offer } = time
    return { offer: { ...offer, rulesVersion: 1 }, isOnGrid }
  }
  const dayWith = (bookings: Busy[]) => {
    const plan = planDay(rules, date)
    return { plan, rules, bookings, free: freeTimes(plan, rules, bookings, longBefore) }
  }

  it('with the dentist and the chair that it leaves no gap', () => {
    const bookings = [busy(480, 530, { chairId: 'two' }), busy(480, 540, { doctorId: 'ben', chairId: 'one' })]
    const placed = placeTightly(dayWith(bookings), 'cleaning', offerAt('09.00 AM - 09.20 AM'))
    expect(placed).toMatchObject({ doctors: ['ben'], chairs: ['one', 'two'] })
  })

  it('nowhere off the grid, unless beside an appointment; on the grid the database decides', () => {
    const day = dayWith([busy(480, 500)])
    expect(placeTightly(day, 'cleaning', offerAt('08.20 AM - 08.40 AM'))).toMatchObject({ doctors: ['ida'] })
    expect(placeTightly(day, 'cleaning', offerAt('08.25 AM - 08.45 AM'))).toBeUndefined()
    const full = dayWith([busy(480, 720), busy(480, 720, { doctorId: 'ben' })])
    expect(placeTightly(full, 'cleaning', offerAt('08.30 AM - 08.50 AM'))).toMatchObject({ doctors: ['ida', 'ben'] })
  })
})

it('a block has times beside it, as an appointment has', () => {
  const rules = oneDoctor(20, 0, { blocks: [block(490, 545)] })
  expect(starts(rules, [], allTimes)[0]).toBe(545)
})

/** Books one offered time after the other, until there is none; returns how many. */
function fillDay(rules: Rules, random: () => number, on = date): number {
  const plan = planDay(rules, on)
  const bookings: Busy[] = []
  for (;;) {
    const [found] = offeredTimes(plan, freeTimes(plan, rules, bookings, longBefore))
    const times: readonly FreeTime[] = found?.times ?? []
    const time = times[Math.floor(random() * times.length)]
    if (!time) return bookings.length
    bookings.push({ ...busy(0, 0), from: time.startsAt, until: time.busyUntil })
  }
}
