import { expect, it } from 'vitest'
import { formatSlot, slot, slotEndMinutes, slotStartMinutes, slotsOverlap } from './slot.ts'

it.each([
  ['08.00 AM - 08.30 AM', 480],
  ['11.30 AM - 12.00 PM', 690],
  ['12.00 PM - 12.30 PM', 720],
  ['12.30 AM - 01.00 AM', 30],
  ['04.30 PM - 05.00 PM', 990],
])('%s starts %i minutes after midnight and lasts half an hour', (text, minutes) => {
  expect(slotStartMinutes(text)).toBe(minutes)
  expect(slotEndMinutes(text)).toBe(minutes + 30)
})

it.each(['8.00 AM - 8.30 AM', '08:00 AM - 08:30 AM', '13.00 PM - 13.30 PM', '08.00 AM', '', '08.60 AM - 09.00 AM'])(
  'rejects %j',
  (text) => {
    expect(slot.safeParse(text).success).toBe(false)
  },
)

it('formats a slot, up to midnight, and reads it back', () => {
  expect(formatSlot(0, 45)).toBe('12.00 AM - 12.45 AM')
  expect(formatSlot(690, 780)).toBe('11.30 AM - 01.00 PM')
  expect(formatSlot(1_410, 1_440)).toBe('11.30 PM - 12.00 AM')
  expect(slotEndMinutes('11.30 PM - 12.00 AM')).toBe(1_440)
})

it.each([
  ['08.00 AM - 08.30 AM', '08.00 AM - 08.30 AM', true],
  ['08.00 AM - 09.30 AM', '09.00 AM - 09.15 AM', true],
  ['08.00 AM - 08.30 AM', '08.30 AM - 09.00 AM', false],
  ['11.00 PM - 12.00 AM', '11.30 PM - 12.00 AM', true],
  ['01.00 PM - 01.30 PM', '01.00 AM - 01.30 AM', false],
])('%s and %s overlap: %s', (one, other, expected) => {
  expect([slotsOverlap(one, other), slotsOverlap(other, one)]).toEqual([expected, expected])
})
