import { expect, it } from 'vitest'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic, doctor, everyDay, policy } from '#server/testing/calendar/clinic.ts'
import { overviewOf } from './day-overview.ts'
import { type Busy, freeTimes } from './free-times.ts'
import { planDay } from './plan.ts'
import type { Rules } from './rules.ts'

const date: IsoDate = '2026-03-10'
const earlier = new Date('2026-01-01T12:00:00Z')

function overview(rules: Rules, bookings: Busy[] = [], now = earlier) {
  const plan = planDay(rules, date)
  return overviewOf(plan, rules, freeTimes(plan, rules, bookings, now), now)
}

it('a day with free times is open', () => {
  expect(overview(clinic())).toEqual({ date, state: 'open', note: '' })
})

it('a day without hours is closed, by its weekday or by itself, and has its note', () => {
  expect(overview(clinic({ week: everyDay([]) })).state).toBe('closed')
  const days = new Map([[date, { note: 'Public holiday', periods: [] }]])
  expect(overview(clinic({ days }))).toEqual({ date, state: 'closed', note: 'Public holiday' })
})

it('a day with other hours is open and has its note', () => {
  const days = new Map([[date, { note: 'Half day', periods: [{ from: 480, until: 720 }] }]])
  expect(overview(clinic({ days }))).toEqual({ date, state: 'open', note: 'Half day' })
})

it('an open day is full if all times are booked, or nobody works', () => {
  const [from, until] = [Date.parse('2026-03-10T00:00Z'), Date.parse('2026-03-12T00:00Z')]
  expect(overview(clinic(), [{ treatmentId: 'cleaning', doctorId: null, chairId: null, from, until }]).state).toBe(
    'full',
  )
  const absent = doctor('ann', ['cleaning'], { absences: [{ firstDay: date, lastDay: date }] })
  expect(overview(clinic({ doctors: [absent] })).state).toBe('full')
})

it('today is over once it is too late to book its last time', () => {
  const rules = clinic({ policy: { ...policy, noticeMinutes: 60 } })
  const lastStart = Date.parse('2026-03-10T20:30:00Z')
  const hour = 3_600_000
  expect(overview(rules, [], new Date(lastStart - hour - 1)).state).toBe('open')
  expect(overview(rules, [], new Date(lastStart - hour)).state).toBe('over')
  const allDay = { from: Date.parse('2026-03-10T00:00Z'), until: Date.parse('2026-03-12T00:00Z') }
  const bookings = [{ treatmentId: 'cleaning', doctorId: null, chairId: null, ...allDay }]
  expect(overview(rules, bookings, new Date(lastStart - hour - 1)).state).toBe('full')
  expect(overview(rules, bookings, new Date(lastStart - hour)).state).toBe('over')
})
