import { describe, expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { block, clinic, doctor, treatment } from '#server/testing/calendar/clinic.ts'
import { availableHours, blockedOn, isPerformed } from './available-hours.ts'
import { freeTimes } from './free-times.ts'
import { findOffer } from './offer.ts'
import { allTimes } from './offered-times.ts'
import { planDay, planTreatment } from './plan.ts'
import type { Rules } from './rules.ts'

const tuesday: IsoDate = '2026-03-10'
const longBefore = new Date('2026-01-01T12:00:00Z')
const ida = doctor('ida', ['cleaning'])

const starts = (rules: Rules, date = tuesday) => {
  const plan = planDay(rules, date)
  const [all] = allTimes(plan, freeTimes(plan, rules, [], longBefore))
  return (all?.times ?? []).map(({ slot }) => slot.slice(0, 8))
}

describe('a block', () => {
  it('of a dentist takes away the times that touch it, leaves the grid where it is, and has one after it', () => {
    const rules = clinic({ doctors: [ida], blocks: [block(490, 610, { doctorId: 'ida' })] })
    expect(starts(rules).slice(0, 2)).toEqual(['10.10 AM', '10.30 AM'])
    expect(availableHours(rules, ida, tuesday)).toEqual([
      { from: 480, until: 490 },
      { from: 610, until: 720 },
      { from: 780, until: 1_020 },
    ])
  })

  it('of a dentist leaves the times of another', () => {
    const rules = clinic({
      doctors: [ida, doctor('oskar', ['cleaning'])],
      blocks: [block(0, 1_440, { doctorId: 'ida' })],
    })
    expect(starts(rules)).toHaveLength(16)
    expect(findOffer(rules, { ...wish, doctor: 'ida' }, longBefore)).toMatchObject({ reason: 'doctor-not-there' })
    expect(findOffer(rules, wish, longBefore)).toMatchObject({ offer: { doctors: ['oskar'] } })
  })

  it('of everyone takes away all times, also of a treatment without a dentist', () => {
    const rules = clinic({ treatments: [treatment('cleaning'), treatment('surgery')], blocks: [block(480, 720)] })
    for (const each of rules.treatments) expect(planTreatment(rules, each, tuesday)).toHaveLength(8)
    expect(findOffer(rules, wish, longBefore)).toMatchObject({ reason: 'unknown-slot' })
  })

  it('of a chair leaves the other chairs, and no time if there is none', () => {
    const outOfOrder = [block(480, 540, { chairId: 'a' })]
    const two = clinic({ chairs: ['a', 'b'], blocks: outOfOrder })
    expect(findOffer(two, wish, longBefore)).toMatchObject({ offer: { chairs: ['b'] } })
    expect(starts(two)).toHaveLength(16)
    expect(starts(clinic({ chairs: ['a'], blocks: outOfOrder }))[0]).toBe('09.00 AM')
  })

  it('all day on the days of the only dentist leaves nobody who performs the treatment', () => {
    expect(isPerformed(clinic({ doctors: [ida], blocks: [block(0, 1_440)] }), 'cleaning', tuesday)).toBe(false)
    expect(isPerformed(clinic({ doctors: [ida], blocks: [block(0, 700)] }), 'cleaning', tuesday)).toBe(true)
  })
})

const wish = { treatmentId: 'cleaning', date: tuesday, slot: '08.00 AM - 08.30 AM' }

describe('the blocked part of a day', () => {
  const stretch = block(840, 600, { weekdays: [], firstDay: '2026-03-10', lastDay: '2026-03-12' })
  const weekly = block(720, 780, { weekdays: [2], firstDay: '2026-03-10', lastDay: '2026-03-24' })

  it.each([
    ['before a stretch', stretch, '2026-03-09', undefined],
    ['its first day', stretch, '2026-03-10', { from: 840, until: 1_440 }],
    ['a day within', stretch, '2026-03-11', { from: 0, until: 1_440 }],
    ['its last day', stretch, '2026-03-12', { from: 0, until: 600 }],
    ['after it', stretch, '2026-03-13', undefined],
    ['a day of a weekly one', weekly, '2026-03-17', { from: 720, until: 780 }],
    ['another weekday', weekly, '2026-03-18', undefined],
    ['after its last day', weekly, '2026-03-31', undefined],
    ['without end', { ...weekly, lastDay: null }, '2036-03-11', { from: 720, until: 780 }],
  ] as const)('%s', (_when, one, date, expected) => expect(blockedOn(one, date)).toEqual(expected))
})
