import { describe, expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic, doctor, everyDay, policy, treatment } from '#server/testing/calendar/clinic.ts'
import { us } from '#testbed/us.ts'
import { dayClock } from '../rules/day-clock.ts'
import { type Busy, freeTimes } from '../rules/free-times.ts'
import { planDay } from '../rules/plan.ts'
import type { Rules } from '../rules/rules.ts'
import { findFirstFree, firstFreeInWords } from './first-free.ts'
import { nextTimesInWords } from './next-times.ts'

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
    expect(first).toMatchObject({
      times: [{ date: '2026-11-23', slot: '10.30 AM - 11.00 AM' }, {}, {}],
      lowestPrice: 59_50,
    })
    expect(read).toEqual(['2026-11-23'])
  })

  it('is the earliest one if the treatments begin at different times', async () => {
    const doctors = ['late', 'early'].map((id, i) =>
      doctor(id, [id], { week: everyDay([{ from: 900 - i * 120, until: 1020 }]) }),
    )
    const { first } = await search(clinic({ treatments: [treatment('late'), treatment('early')], doctors }))
    expect(first?.times[0]).toMatchObject({ slot: '01.00 PM - 01.30 PM', treatment: 'early', doctor: 'early' })
  })

  it('is on the first later day with one, past full and closed days, which need no look at bookings', async () => {
    const rules = clinic({ days: new Map([['2026-11-24', { note: '', periods: [] }]]) })
    const { first, validUntil, read } = await search(rules, [busyDay('2026-11-23')])
    expect(first?.times[0]).toMatchObject({ date: '2026-11-25', slot: '08.00 AM - 08.30 AM' })
    expect(read).toEqual(['2026-11-23', '2026-11-25'])
    expect(validUntil).toBe(2)
  })

  it('is followed by two later ones, of other treatments where there are any', async () => {
    const treatments = [treatment('cleaning'), treatment('surgery')]
    const { first } = await search(clinic({ treatments }))
    expect(first?.times.map((each) => [each.slot, each.treatmentId, each.doctor])).toEqual([
      ['10.30 AM - 11.00 AM', 'cleaning', undefined],
      ['11.00 AM - 11.30 AM', 'surgery', undefined],
      ['11.30 AM - 12.00 PM', 'cleaning', undefined],
    ])
  })

  it('names of the treatments that are free at one time what most people come for', async () => {
    const treatments = [
      { ...treatment('braces') },
      { ...treatment('filling'), reasons: ['pain' as const] },
      { ...treatment('cleaning'), reasons: ['child' as const, 'check-up' as const] },
    ]
    const { first } = await search(clinic({ treatments }))
    expect(first?.times.map(({ treatmentId }) => treatmentId)).toEqual(['cleaning', 'filling', 'braces'])
  })

  it('is followed by those of later days, up to two weeks after it', async () => {
    const weekly = new Map([[1, [{ from: 480, until: 510 }]]] as const)
    const { first, read } = await search(clinic({ week: weekly }), [busyDay('2026-11-23')])
    expect(first?.times.map(({ date }) => date)).toEqual(['2026-11-30', '2026-12-07', '2026-12-14'])
    expect(read).toHaveLength(4)
    const monthly = new Map([['2026-12-30', { note: '', periods: [{ from: 480, until: 510 }] }]] as const)
    const rare = clinic({
      week: new Map([[1, []]]),
      days: new Map([['2026-11-24', { note: '', periods: [{ from: 480, until: 510 }] }], ...monthly]),
    })
    expect((await search(rare)).first?.times).toHaveLength(1)
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
  const at = (slot: string, lowestPrice: number) => {
    const time = { date: '2026-11-23', slot, treatmentId: 'c', treatment: 'Cleaning', priceCents: 59_00 } as const
    return { times: [time], lowestPrice } as const
  }
  expect(firstFreeInWords(at('08.00 AM - 08.30 AM', 59_00), us)).toBe(
    'Next free: Mon,\u00a0Nov\u00a023, 8:00\u00a0AM · from\u00a0$59',
  )
  expect(firstFreeInWords(at('12.30 PM - 01.00 PM', 59_50), us)).toBe(
    'Next free: Mon,\u00a0Nov\u00a023, 12:30\u00a0PM · from\u00a0$59.50',
  )
})

it('the times of the landing page name today and tomorrow, and lead to their dialog', () => {
  const time = { slot: '08.00 AM - 08.30 AM', treatmentId: 'c', treatment: 'Cleaning', priceCents: 59_00 } as const
  const on = (date: IsoDate, doctor?: string) => ({ ...time, date, ...(doctor && { doctor }) })
  const times = [on('2026-11-23', 'Dr. Okafor'), on('2026-11-24'), on('2026-11-25')] as const
  const shown = nextTimesInWords({ times: [...times], lowestPrice: 59_00 }, us, '2026-11-23')
  expect(shown).toEqual([
    {
      ...{ when: 'Today, 8:00\u00a0AM', what: 'Cleaning with Dr. Okafor', price: '$59' },
      query: 'date=2026-11-23&treatment=c&time=08.00+AM+-+08.30+AM',
    },
    expect.objectContaining({ when: 'Tomorrow, 8:00\u00a0AM', what: 'Cleaning' }),
    expect.objectContaining({ when: 'Wed,\u00a0Nov\u00a025, 8:00\u00a0AM' }),
  ])
})
