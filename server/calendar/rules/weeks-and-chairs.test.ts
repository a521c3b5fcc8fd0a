import fc from 'fast-check'
import { expect, it } from 'vitest'
import { weekAround, weekLetter } from '#contract/calendar/alternating-week.ts'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic, doctor, everyDay, treatment } from '#server/testing/calendar/clinic.ts'
import { freeTimes } from './free-times.ts'
import { findOffer } from './offer.ts'
import { allTimes } from './offered-times.ts'
import { placeTightly } from './place-tightly.ts'
import { planDay, weeklySlots } from './plan.ts'
import type { Rules } from './rules.ts'

const now = new Date('2026-03-09T12:00:00Z')
const slotsOn = (rules: Rules, date: IsoDate, treatment = 'cleaning') => {
  const plan = planDay(rules, date)
  return allTimes(plan, freeTimes(plan, rules, [], now), { treatment })[0]?.times.map(({ slot }) => slot.slice(0, 8))
}

it('weeks A and B take turns, also over years of 53 weeks', () => {
  expect(weekLetter('2026-11-30')).toBe('A')
  expect(weekAround('2026-11-30')).toEqual({ firstDay: '2026-11-30', lastDay: '2026-12-06' })
  expect(weekAround('2026-12-06')).toEqual({ firstDay: '2026-11-30', lastDay: '2026-12-06' })
  const anyDate = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays('2026-01-01', days))
  fc.assert(
    fc.property(anyDate, (date) => {
      const { firstDay, lastDay } = weekAround(date)
      expect(firstDay <= date && date <= lastDay).toBe(true)
      expect(weekLetter(firstDay)).toBe(weekLetter(date))
      expect(weekLetter(lastDay)).toBe(weekLetter(date))
      expect(weekLetter(addDays(date, 7))).not.toBe(weekLetter(date))
    }),
  )
})

it('plans the hours of each week, whichever is planned first', () => {
  const hours = (from: number) => everyDay([{ from, until: from + 30 }])
  const ann = doctor('ann', ['cleaning'], { week: hours(480), weekB: hours(540) })
  // Mar 10 is in a week A.
  for (const dates of [['2026-03-10', '2026-03-17', '2026-03-24'] as const, ['2026-03-17', '2026-03-10'] as const]) {
    const rules = clinic({ doctors: [ann] })
    for (const date of dates) expect(slotsOn(rules, date)).toEqual([date === '2026-03-17' ? '09.00 AM' : '08.00 AM'])
    expect(weeklySlots(rules).get('cleaning')).toEqual(['08.00 AM - 08.30 AM', '09.00 AM - 09.30 AM'])
  }
})

it('without the hours of every week nobody works in the other weeks', () => {
  const ann = doctor('ann', ['cleaning'], { week: everyDay([{ from: 480, until: 510 }]), weekB: everyDay([]) })
  expect(slotsOn(clinic({ doctors: [ann] }), '2026-03-17')).toEqual([])
})

it('a treatment for which no chair is suited has no times, and the others have', () => {
  const treatments = [treatment('cleaning'), treatment('surgery')]
  const rules = clinic({ treatments, chairs: ['one'], chairTreatments: new Map([['one', new Set(['surgery'])]]) })
  expect(slotsOn(rules, '2026-03-10')).toEqual([])
  expect(slotsOn(rules, '2026-03-10', 'surgery')).toHaveLength(16)
  const wish = { treatmentId: 'cleaning', date: '2026-03-10', slot: '08.00 AM - 08.30 AM' } as const
  expect(findOffer(rules, wish, now)).toEqual({ ok: false, reason: 'unknown-slot' })
  // Chairs that are not in use limit nothing.
  expect(slotsOn({ ...rules, chairs: [] }, '2026-03-10')).toHaveLength(16)
})

it('fills a chair with the treatments that it is for', () => {
  const treatments = [treatment('long', 60), treatment('short', 30)]
  const chairTreatments = new Map([['one', new Set(['long'])]])
  const rules = clinic({
    treatments,
    chairs: ['one', 'two'],
    chairTreatments,
    week: everyDay([{ from: 480, until: 630 }]),
    doctors: [doctor('ann', ['long', 'short'])],
  })
  const plan = planDay(rules, '2026-03-10')
  const offer = findOffer(rules, { treatmentId: 'long', date: '2026-03-10', slot: '08.30 AM - 09.30 AM' }, now)
  const free = freeTimes(plan, rules, [], now)
  const placed = offer.ok ? placeTightly({ plan, free, bookings: [], rules }, 'long', offer) : undefined
  // Half an hour stays empty before and after it on the chair for long ones.
  expect(placed?.chairs).toEqual(['two', 'one'])
})
