import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesAt } from './patient-changes.ts'

const minutesMs = 60_000
const startsAt = new Date('2026-05-04T12:00:00Z')
const endsAt = new Date('2026-05-04T12:30:00Z')
const before = (minutes: number) => new Date(startsAt.getTime() - minutes * minutesMs)
const day = 24 * 60
const policy = { freeCancelHours: 24 }
const booked = { status: 'booked' as const, startsAt, endsAt, scheduledAt: before(7 * day) }

it.each([
  ['days ahead', booked, before(3 * day), { state: 'changeable', cancelUntil: before(day) }],
  ['at the deadline', booked, before(day), { state: 'changeable', cancelUntil: before(day) }],
  ['after the deadline', booked, before(day - 1), { state: 'too-late', cancelUntil: before(day) }],
  ['booked the evening before', { ...booked, scheduledAt: before(12 * 60) }, before(11 * 60), { state: 'too-late' }],
  ['begun', booked, startsAt, { state: 'begun' }],
  ['over', booked, endsAt, { state: 'over' }],
  ['arrived', { ...booked, status: 'arrived' as const }, before(5), { state: 'begun' }],
  ['done', { ...booked, status: 'done' as const }, before(5), { state: 'over' }],
  ['cancelled', { ...booked, status: 'cancelled' as const }, before(3 * day), { state: 'cancelled' }],
])('%s', (_what, appointment, now, changes) => expect(changesAt(appointment, policy, now)).toEqual(changes))

it('names no deadline that had passed when the time was chosen, and none to which a cancellation is refused', () => {
  const minutes = fc.integer({ min: 1, max: 60 * day })
  fc.assert(
    fc.property(minutes, minutes, fc.integer({ min: 0, max: 720 }), (chosen, since, freeCancelHours) => {
      const scheduledAt = before(chosen)
      const now = new Date(scheduledAt.getTime() + since * minutesMs)
      const { state, cancelUntil } = changesAt({ ...booked, scheduledAt }, { freeCancelHours }, now)
      if (cancelUntil) expect(cancelUntil > scheduledAt).toBe(true)
      if (cancelUntil) expect(state).toBe(now <= cancelUntil ? 'changeable' : 'too-late')
      else expect(state).not.toBe('changeable')
    }),
  )
})
