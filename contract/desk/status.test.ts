import { expect, it } from 'vitest'
import { appointmentStatus, type SettableStatus } from './day.ts'
import { stepRefusal } from './status.ts'

const zone = 'America/New_York'
const appointment = { date: '2026-05-04', startsAt: new Date('2026-05-04T12:00:00Z') }
const begun = new Date('2026-05-04T12:00:00Z')
const settable: SettableStatus[] = ['booked', 'arrived', 'done', 'no-show']

const allowed = [
  'booked > arrived',
  'booked > done',
  'booked > no-show',
  'arrived > done',
  'arrived > no-show',
  'arrived > booked',
  'done > arrived',
  'done > booked',
  'no-show > booked',
]

it.each(appointmentStatus.options.flatMap((from) => settable.map((to) => ({ from, to }))))(
  '$from to $to after the appointment has begun',
  ({ from, to }) => {
    const expected = allowed.includes(`${from} > ${to}`) ? undefined : 'no-such-step'
    expect(stepRefusal({ from, to }, appointment, begun, zone)).toBe(expected)
  },
)

it.each([
  ['done', '2026-05-04T11:59:59.999Z', 'not-begun'],
  ['no-show', '2026-05-04T11:59:59.999Z', 'not-begun'],
  ['arrived', '2026-05-04T11:59:59.999Z', undefined],
  ['arrived', '2026-05-04T04:00:00Z', undefined],
  // Still the day before at the clinic.
  ['arrived', '2026-05-04T03:59:59Z', 'before-its-day'],
] as const)('%s at %s is refused as %s', (to, at, expected) => {
  expect(stepRefusal({ from: 'booked', to }, appointment, new Date(at), zone)).toBe(expected)
})

it('a patient who has arrived can be done before it begins, but not a no-show', () => {
  const early = new Date('2026-05-04T11:50:00Z')
  expect(stepRefusal({ from: 'arrived', to: 'done' }, appointment, early, zone)).toBeUndefined()
  expect(stepRefusal({ from: 'arrived', to: 'no-show' }, appointment, early, zone)).toBe('not-begun')
})

it('undoing a step needs no time', () => {
  expect(stepRefusal({ from: 'arrived', to: 'booked' }, appointment, new Date('2026-05-01T00:00:00Z'), zone)).toBe(
    undefined,
  )
})
