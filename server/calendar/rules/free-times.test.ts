import { describe, expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic, doctor, everyDay, policy, treatment } from '#server/testing/calendar/clinic.ts'
import { dayClock } from './day-clock.ts'
import { type Busy, freeTimes } from './free-times.ts'
import { allTimes } from './offered-times.ts'
import { planDay } from './plan.ts'
import type { Rules } from './rules.ts'

const longBefore = new Date('2026-01-01T12:00:00Z')
const date: IsoDate = '2026-03-10'

function free(rules: Rules, { bookings = [] as Busy[], now = longBefore, day = date } = {}) {
  const plan = planDay(rules, day)
  const times = allTimes(plan, freeTimes(plan, rules, bookings, now))
  return Object.fromEntries(times.map(({ treatment: { id }, times }) => [id, times]))
}
const slots = (rules: Rules, options: Parameters<typeof free>[1] = {}, id = 'cleaning') =>
  free(rules, options)[id]?.map(({ slot }) => slot) ?? []

function busyAt(from: number, until: number, more: Partial<Busy> = {}): Busy {
  const { instantOf } = dayClock(date, 'America/New_York')
  return {
    treatmentId: 'cleaning',
    doctorId: null,
    chairId: null,
    from: instantOf(from),
    until: instantOf(until),
    ...more,
  }
}

describe('the free times of a day', () => {
  it('are sixteen half hours in the default clinic', () => {
    const all = slots(clinic())
    expect(all).toHaveLength(16)
    expect([all[0], all[7], all[8], all[15]]).toEqual([
      '08.00 AM - 08.30 AM',
      '11.30 AM - 12.00 PM',
      '01.00 PM - 01.30 PM',
      '04.30 PM - 05.00 PM',
    ])
  })

  it('end before a break or closing time, for treatments of 15, 30, 45 and 90 minutes', () => {
    const lengths = [15, 30, 45, 90]
    const rules = clinic({ treatments: lengths.map((length) => treatment(String(length), length)) })
    const of = (length: number) => slots(rules, {}, String(length))
    expect(lengths.map((length) => of(length).length)).toEqual([18, 16, 16, 12])
    expect(of(45)).toContain('11.15 AM - 12.00 PM')
    expect(of(45)).not.toContain('11.30 AM - 12.15 PM')
    expect(of(90).at(-1)).toBe('03.30 PM - 05.00 PM')
  })

  it('are none for a treatment longer than each period', () => {
    expect(slots(clinic({ treatments: [treatment('cleaning', 300)] }))).toEqual([])
  })

  it('are those of the day’s own hours, or none when it is closed', () => {
    const days = new Map([[date, { note: 'Half day', periods: [{ from: 600, until: 660 }] }]])
    expect(slots(clinic({ days }))).toEqual(['10.00 AM - 10.30 AM', '10.30 AM - 11.00 AM'])
    expect(slots(clinic({ days: new Map([[date, { note: 'Public holiday', periods: [] }]]) }))).toEqual([])
    expect(slots(clinic({ week: new Map() }))).toEqual([])
  })

  it('are those at which a doctor who performs the treatment works and is not absent', () => {
    const early = doctor('early', ['cleaning'], { week: everyDay([{ from: 420, until: 540 }]) })
    const away = doctor('away', ['cleaning'], { absences: [{ firstDay: '2026-03-01', lastDay: date }] })
    const other = doctor('other', ['surgery'])
    expect(slots(clinic({ doctors: [early, away, other] }))).toEqual(['08.00 AM - 08.30 AM', '08.30 AM - 09.00 AM'])
    expect(slots(clinic({ doctors: [early, away, other] }), { day: addDays(date, 1) })).toHaveLength(16)
    expect(slots(clinic({ doctors: [doctor('away', ['cleaning'], { week: new Map() })] }))).toEqual([])
  })

  it('name every free doctor', () => {
    const doctors = [doctor('ann', ['cleaning']), doctor('ben', ['cleaning'])]
    const bookings = [busyAt(480, 510, { doctorId: 'ann' })]
    const [first, second] = free(clinic({ doctors }), { bookings }).cleaning ?? []
    expect([first?.doctors, second?.doctors]).toEqual([['ben'], ['ann', 'ben']])
  })

  it('lack those at which no chair is free, cleaning up included', () => {
    const rules = clinic({ chairs: ['one'], treatments: [treatment('cleaning', 30, 15)] })
    const bookings = [busyAt(540, 570, { treatmentId: 'other', chairId: 'one' })]
    expect(slots(rules, { bookings }).slice(0, 4)).toEqual([
      '08.00 AM - 08.30 AM',
      '09.30 AM - 10.00 AM',
      '10.00 AM - 10.30 AM',
      '10.30 AM - 11.00 AM',
    ])
  })

  it('begin after the notice, within the horizon', () => {
    const rules = clinic({ policy: { ...policy, noticeMinutes: 60, horizonDays: 7 } })
    const at = (time: string) => slots(rules, { now: new Date(time) })
    expect(at('2026-03-10T13:30:00Z')[0]).toBe('11.00 AM - 11.30 AM')
    expect(at('2026-03-10T13:29:59Z')[0]).toBe('10.30 AM - 11.00 AM')
    expect(at('2026-03-03T05:00:00Z')).toHaveLength(16)
    expect(at('2026-03-03T04:59:59Z')).toEqual([])
    expect(at('2026-03-11T04:00:00Z')).toEqual([])
  })

  it('do not include a time that the clocks skip, and include one that occurs twice once', () => {
    const nights = clinic({ week: everyDay([{ from: 60, until: 240 }]) })
    expect(slots(nights, { day: '2026-03-08' })).toEqual([
      '01.00 AM - 01.30 AM',
      '01.30 AM - 02.00 AM',
      '03.00 AM - 03.30 AM',
      '03.30 AM - 04.00 AM',
    ])
    expect(slots(nights, { day: '2026-11-01' })).toHaveLength(6)
  })
})
