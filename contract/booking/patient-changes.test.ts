import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesAt } from './patient-changes.ts'

const minutesMs = 60_000
const startsAt = new Date('2026-05-04T12:00:00Z')
const endsAt = new Date('2026-05-04T12:30:00Z')
const before = (minutes: number) => new Date(startsAt.getTime() - minutes * minutesMs)
const day = 24 * 60
const policy = { freeCancelHours: 24, graceMinutes: 30 }
const bookedBefore = (minutes: number) => ({
  ...{ status: 'booked' as const, startsAt, endsAt },
  ...{ createdAt: before(minutes), scheduledAt: before(minutes) },
})
const booked = bookedBefore(7 * day)
const late = bookedBefore(12 * 60)
const atOnce = bookedBefore(10)

it.each([
  ['days ahead', booked, before(3 * day), { state: 'changeable', cancelUntil: before(day) }],
  ['at the deadline', booked, before(day), { state: 'changeable', cancelUntil: before(day) }],
  ['after the deadline', booked, before(day - 1), { state: 'too-late', cancelUntil: before(day) }],
  ['just booked, the evening before', late, before(12 * 60), { state: 'changeable', cancelUntil: before(690) }],
  ['at the end of the grace', late, before(690), { state: 'changeable', cancelUntil: before(690) }],
  ['after the grace', late, before(689), { state: 'too-late', cancelUntil: before(690) }],
  ['booked minutes before', atOnce, before(1), { state: 'changeable', cancelUntil: startsAt }],
  ['begun within the grace', atOnce, startsAt, { state: 'begun' }],
  [
    'booked as the deadline nears',
    bookedBefore(day + 10),
    before(day - 20),
    { state: 'changeable', cancelUntil: before(day - 20) },
  ],
  [
    'moved within the grace',
    { ...late, scheduledAt: before(700) },
    before(700),
    { state: 'changeable', cancelUntil: before(690) },
  ],
  ['moved after the grace', { ...late, scheduledAt: before(600) }, before(600), { state: 'too-late' }],
  ['booked by a clock that is ahead', late, before(12 * 60 + 0.5), { state: 'changeable', cancelUntil: before(690) }],
  ['booked in the future', late, before(12 * 60 + 2), { state: 'too-late', cancelUntil: undefined }],
  ['begun', booked, startsAt, { state: 'begun' }],
  ['over', booked, endsAt, { state: 'over' }],
  ['arrived', { ...booked, status: 'arrived' as const }, before(5), { state: 'begun' }],
  ['done', { ...booked, status: 'done' as const }, before(5), { state: 'over' }],
  ['cancelled', { ...booked, status: 'cancelled' as const }, before(3 * day), { state: 'cancelled' }],
])('%s', (_what, appointment, now, changes) => expect(changesAt(appointment, policy, now)).toEqual(changes))

const minutes = fc.integer({ min: 1, max: 60 * day })
/** An appointment that was booked, perhaps moved, and is looked at later. */
const life = fc
  .record({
    ...{ booked: minutes, untilMoved: fc.integer({ min: 0, max: day }), since: fc.nat(60 * day) },
    ...{ freeCancelHours: fc.nat(720), graceMinutes: fc.nat(1_440) },
  })
  .map(({ booked: at, untilMoved, since, ...rules }) => {
    const createdAt = before(at)
    const scheduledAt = new Date(createdAt.getTime() + untilMoved * minutesMs)
    const now = new Date(scheduledAt.getTime() + since * minutesMs)
    return { ...rules, now, appointment: { ...booked, createdAt, scheduledAt } }
  })

it('names no deadline that had passed when the time was chosen, and none to which a cancellation is refused', () => {
  fc.assert(
    fc.property(life, ({ appointment, now, ...rules }) => {
      const { state, cancelUntil } = changesAt(appointment, rules, now)
      if (cancelUntil) expect(cancelUntil > appointment.scheduledAt).toBe(true)
      if (cancelUntil) expect(cancelUntil <= startsAt).toBe(true)
      if (cancelUntil) expect(state).toBe(now <= cancelUntil ? 'changeable' : 'too-late')
      else expect(state).not.toBe('changeable')
    }),
  )
})

it('never takes back what was promised: a deadline stays as long as the appointment does', () => {
  fc.assert(
    fc.property(life, ({ appointment, now, ...rules }) => {
      const promised = changesAt(appointment, rules, appointment.scheduledAt)
      const later = changesAt(appointment, rules, now)
      if (later.cancelUntil) expect(later.cancelUntil).toEqual(promised.cancelUntil)
      if (promised.cancelUntil && now <= promised.cancelUntil && now < startsAt) expect(later.state).toBe('changeable')
    }),
  )
})

it('gives the grace once: no move makes a cancellation possible that was too late', () => {
  fc.assert(
    fc.property(life, ({ appointment, now, ...rules }) => {
      const former = changesAt(appointment, rules, now)
      const moved = changesAt({ ...appointment, scheduledAt: now }, rules, now)
      expect(moved.state).toBe(former.state)
    }),
  )
})
