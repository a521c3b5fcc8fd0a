import { expect, it } from 'vitest'
import { slot, slotEndMinutes, slotStartMinutes } from './slot.ts'

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
