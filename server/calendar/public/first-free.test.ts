import { describe, expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic, doctor, everyDay, policy, treatment } from '#server/testing/calendar/clinic.ts'
import { us } from '#testbed/us.ts'
import { dayClock } from '../rules/day-clock.ts'
import { type Busy, freeTimes } from '../rules/free-times.ts'
import { planDay } from '../rules/plan.ts'
import type { Rules } from '../rules/rules.ts'
import { findFirstFree, firstFreeInWords } from './first-free.ts'

// 10:00 AM in New York.
const now = new Date('2026-11-23T15:00:00Z')
const midnight = Date.parse('2026-11-24T05:00:00Z')

/** Searches in the free times that the rules and bookings leave; records the days that were read. */
async function search(rules: Rules, bookings: Busy[] = []) {
  const read: IsoDate[] = []
  const found = await findFirstFree(rules, now, (date) => {
    read.push(date)
    const plan = planDay(rules, date)
    return { plan, free: freeTimes(plan, rules, bookings, now), validUntil: read.length }
  })
  return { ...found, read }
}

function busyDay(date: IsoDate, treatmentId = 'cleaning'): Busy {
  const { startsAt, endsAt } = dayClock(date, 'America/New_York')
  return { treatmentId, doctorId: null, chairId: null, from: startsAt, until: endsAt }
}

describe('the first free time', () => {
  it('is today’s next one, of any treatment, with the lowest price of all', async () => {
    const treatments = [
      { ...treatment('surgery'), priceCents: 149_00 },
      { ...treatment('cleaning'), priceCents: 59_50 },
    ]
    const { first, read } = await search(clinic({ treatments }), [busyDay('2026-11-23')])
    expect(first).toEqual({ date: '2026-11-23', slot: '10.30 AM - 11.00 AM', lowestPrice: 59_50 })
    expect(read).toEqual(['2026-11-23'])
  })

  it('is the earliest one if the treatments begin at different times', async () => {
    const doctors = ['late', 'early'].map((id, i) =>
      doctor(id, [id], { week: everyDay([{ from: 900 - i * 120, until: 1020 }]) }),
    )
    const { first } = await search(clinic({ treatments: [treatment('late'), treatment('early')], doctors }))
    expect(first?.slot).toBe('01.00 PM - 01.30 PM')
  })

  it('is on the first later day with one, past full and closed days, which need no look at bookings', async () => {
    const rules = clinic({ days: new Map([['2026-11-24', { note: '', periods: [] }]]) })
    const { first, validUntil, read } = await search(rules, [busyDay('2026-11-23')])
    expect(first).toMatchObject({ date: '2026-11-25', slot: '08.00 AM - 08.30 AM' })
    expect(read).toEqual(['2026-11-23', '2026-11-25'])
    expect(validUntil).toBe(2)
  })

  it('is none past the horizon, in a closed clinic and without treatments; midnight makes that outdated', async () => {
    const full = ['2026-11-23', '2026-11-24', '2026-11-25'] as const
    const rules = clinic({ policy: { ...policy, horizonDays: 2 } })
    const bookings = full.map((date) => busyDay(date))
    expect(await search(rules, bookings)).toEqual({ validUntil: midnight, read: full })
    expect(await search(clinic({ week: new Map() }))).toEqual({ validUntil: midnight, read: [] })
    expect(await search(clinic({ treatments: [] }))).toEqual({ validUntil: midnight, read: [] })
  })
})

it('the line about it names day, time and price, and breaks between them only', () => {
  const first = { date: '2026-11-23', slot: '08.00 AM - 08.30 AM', lowestPrice: 59_00 } as const
  expect(firstFreeInWords(first, us)).toBe('Next free: Mon,\u00a0Nov\u00a023, 8:00\u00a0AM · from\u00a0$59')
  expect(firstFreeInWords({ ...first, slot: '12.30 PM - 01.00 PM', lowestPrice: 59_50 }, us)).toBe(
    'Next free: Mon,\u00a0Nov\u00a023, 12:30\u00a0PM · from\u00a0$59.50',
  )
})
