import { describe, expect, it } from 'vitest'
import { refused } from '#contract/kit/outcome.ts'
import { clinic, doctor, policy, treatment } from '#server/testing/calendar/clinic.ts'
import { findOffer } from './rules/offer.ts'
import { findOfferForStaff, freeTimesForStaff, offerOutsideRules } from './staff-offers.ts'

const date = '2026-05-04'
// 9:10 AM at the clinic in New York.
const now = new Date('2026-05-04T13:10:00Z')
const choice = { date, treatmentId: 'cleaning' } as const
const slots = (rules = clinic(), at = now) => freeTimesForStaff(rules, choice, [], at).map(({ slot }) => slot)

describe('what the rules offer to staff', () => {
  it('begins with the time that has begun and not ended', () => {
    expect(slots()[0]).toBe('09.00 AM - 09.30 AM')
    expect(slots(clinic(), new Date('2026-05-04T13:30:00Z'))[0]).toBe('09.30 AM - 10.00 AM')
  })

  it('can be booked by staff, each and nothing else', () => {
    const rules = clinic({ doctors: [doctor('ida', ['cleaning'])] })
    const offered = slots(rules)
    const all = freeTimesForStaff(rules, choice, [], new Date('2026-05-01T00:00:00Z')).map(({ slot }) => slot)
    expect(all).toHaveLength(16)
    for (const slot of all) {
      const isOffered = findOfferForStaff(rules, { ...choice, slot }, now).ok
      expect([slot, isOffered]).toEqual([slot, offered.includes(slot)])
    }
  })

  it('has neither a horizon nor a notice', () => {
    const rules = clinic({ policy: { ...policy, horizonDays: 1, noticeMinutes: 20_160 } })
    const wish = { treatmentId: 'cleaning', slot: '08.00 AM - 08.30 AM' }
    for (const day of ['2026-05-05', '2031-05-05'] as const) {
      expect(findOffer(rules, { ...wish, date: day }, now).ok).toBe(false)
      expect(findOfferForStaff(rules, { ...wish, date: day }, now)).toMatchObject({ offer: { rulesVersion: 1 } })
      expect(freeTimesForStaff(rules, { ...choice, date: day }, [], now)).toHaveLength(16)
    }
  })

  it('has no day that has passed, and leaves out what is busy', () => {
    expect(findOfferForStaff(clinic(), { ...choice, date: '2026-05-03', slot: '08.00 AM - 08.30 AM' }, now)).toEqual(
      refused('day-past'),
    )
    expect(freeTimesForStaff(clinic(), { ...choice, date: '2026-05-03' }, [], now)).toEqual([])
    const from = Date.parse('2026-05-04T13:00:00Z')
    const busy = { treatmentId: 'cleaning', doctorId: null, chairId: null, from, until: from + 3_600_000 }
    expect(freeTimesForStaff(clinic(), choice, [busy], now)[0]?.slot).toBe('10.00 AM - 10.30 AM')
  })
})

describe('a time outside the rules', () => {
  const rules = clinic({
    treatments: [treatment('cleaning', 45, 15)],
    doctors: [doctor('ida', ['cleaning']), doctor('oskar', [])],
    chairs: ['window'],
  })
  const outside = (more: object) => offerOutsideRules(rules, { ...choice, slot: '07.10 PM - 07.55 PM', ...more }, now)

  it('has the length of the treatment, and the doctors who perform it', () => {
    const offered = outside({})
    expect(offered.ok && offered.offer).toEqual({
      rulesVersion: 1,
      slot: '07.10 PM - 07.55 PM',
      startsAt: Date.parse('2026-05-04T23:10:00Z'),
      endsAt: Date.parse('2026-05-04T23:55:00Z'),
      busyUntil: Date.parse('2026-05-05T00:10:00Z'),
      doctors: ['ida'],
      chairs: ['window'],
    })
  })

  it('is refused if its slot ends at another time than the treatment; it may leave the end out', () => {
    expect(outside({ slot: '07.10 PM - 08.40 PM' })).toEqual(refused('other-length'))
    expect(outside({ slot: '07.10 PM - 07.10 PM' })).toMatchObject({ offer: { slot: '07.10 PM - 07.55 PM' } })
  })

  it('may have a doctor who does not perform the treatment, but no unknown one', () => {
    expect(outside({ doctor: 'oskar' })).toMatchObject({ offer: { doctors: ['oskar'] } })
    expect(outside({ doctor: 'nobody' })).toEqual(refused('unknown-doctor'))
  })

  it('ends on its day, and may have passed on that day', () => {
    expect(outside({ slot: '11.15 PM - 12.00 AM' })).toMatchObject({ offer: { slot: '11.15 PM - 12.00 AM' } })
    expect(outside({ slot: '11.16 PM - 11.30 PM' })).toEqual(refused('past-midnight'))
    expect(outside({ slot: '07.00 AM - 07.45 AM' })).toMatchObject({ offer: { slot: '07.00 AM - 07.45 AM' } })
  })

  it('that daylight saving skips is refused', () => {
    const skipped = { date: '2027-03-14', slot: '02.30 AM - 03.00 AM' }
    expect(outside(skipped)).toEqual(refused('unknown-slot'))
  })
})
