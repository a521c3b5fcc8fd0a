import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Booking } from '#contract/booking/booking.ts'
import { Gone, timesLeft } from './times-left.tsx'

const [eight, halfPast, nine] = ['08.00 AM - 08.30 AM', '08.30 AM - 09.00 AM', '09.00 AM - 09.30 AM'] as const
const date = 'Dec 10, 2026'
const filling = { date, slot: eight, treatment: 'Cavity Filling' } as Booking

/** Says what a patient reads who pressed 8:00 AM. */
function read(slots: string[], own: Booking[], who = '') {
  const { gone } = timesLeft({ slots, own, date, wanted: eight })
  return gone && renderToStaticMarkup(<Gone {...gone} who={who} />).replace(/<[^>]*>/g, '')
}

test('a time that is free says nothing', () => {
  expect(read([eight, nine], [])).toBeUndefined()
  expect(timesLeft({ slots: [eight, nine], own: [], date, wanted: undefined }).gone).toBeUndefined()
})

test('a time that somebody took says so, and names the next one from then on', () => {
  expect(read([halfPast, nine], [])).toBe('8:00 AM isn’t free any more. The next free time is 8:30 AM.')
  expect(timesLeft({ slots: [eight, nine], own: [], date, wanted: halfPast }).next).toBe(nine)
  expect(timesLeft({ slots: [eight, halfPast], own: [], date, wanted: nine }).next).toBe(halfPast)
})

test('a free time at which the patient is busy names what they have', () => {
  expect(read([eight, nine], [filling])).toBe(
    'You already have Cavity Filling at 8:00 AM. Your next free time is 9:00 AM.',
  )
  expect(read([eight, nine], [filling], 'Leo')).toMatch(/^Leo already has Cavity Filling at 8:00 AM. Their next/)
})

test('a taken time is not blamed on the patient', () => {
  expect(read([nine], [filling])).toBe('8:00 AM isn’t free any more. The next free time is 9:00 AM.')
})
