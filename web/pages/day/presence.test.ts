import { expect, test } from 'vitest'
import { presenceInBlock, presenceInWords, presenceOf } from './presence.ts'

const nine = { startsAt: '2026-03-10T13:00:00.000Z', endsAt: '2026-03-10T13:30:00.000Z' }
const at = (time: string) => new Date(`2026-03-10T${time}Z`)

test.each([
  ['before the start', 'booked', '12:59:59', undefined],
  ['four minutes after the start', 'booked', '13:04:59', undefined],
  ['five minutes after the start', 'booked', '13:05:00', 'late'],
  ['at the end', 'booked', '13:30:00', 'overdue'],
  ['arrived before the start', 'arrived', '12:50:00', 'waiting'],
  ['arrived, at the end', 'arrived', '13:30:00', 'overdue'],
  ['done', 'done', '13:40:00', undefined],
  ['a no-show', 'no-show', '13:40:00', undefined],
  ['cancelled', 'cancelled', '13:10:00', undefined],
] as const)('%s', (_what, status, time, presence) => expect(presenceOf({ ...nine, status }, at(time))).toBe(presence))

test('nobody is late on another day', () => {
  expect(presenceOf({ ...nine, status: 'booked' }, undefined)).toBeUndefined()
})

test('the words have the minutes, or the time of the arrival', () => {
  expect(presenceInWords({ ...nine, status: 'booked' }, at('13:12:40'))).toBe('Late 12 min')
  expect(presenceInWords({ ...nine, status: 'booked' }, at('14:00:00'))).toBe('Over, not marked')
  const arrived = { ...nine, status: 'arrived', statusAt: '2026-03-10T12:50:00.000Z' } as const
  expect(presenceInWords(arrived, at('13:00:00'))).toMatch(/^Waiting since \d+:50 [AP]M$/)
  expect(presenceInBlock(arrived, at('13:00:59'))).toBe('Here 10 min')
  expect(presenceInBlock({ ...nine, status: 'booked' }, at('13:12:40'))).toBe('Late 12 min')
  expect(presenceInBlock({ ...nine, status: 'booked' }, at('14:00:00'))).toBe('Not marked')
  expect(presenceInBlock({ ...nine, status: 'done' }, at('14:00:00'))).toBeUndefined()
})
