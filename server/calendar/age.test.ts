import { expect, test } from 'vitest'
import { clinic } from '#server/testing/calendar/clinic.ts'
import { openCalendar } from './calendar.ts'

test('free times are as old as the last beat, or as their last read, if that is longer ago', async () => {
  let age: number | undefined
  let fails = false
  const unavailable = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
  const calendar = await openCalendar({
    listen: async (_handlers, onState) => {
      onState(false)
      return async () => {}
    },
    queries: { readRules: async () => (fails ? Promise.reject(unavailable) : clinic()), listBusy: async () => [] },
    readAge: () => age,
    clock: () => new Date('2030-01-01T12:00:00Z'),
  })
  await calendar.rules()
  expect(calendar.age()).toBeUndefined()
  age = 3
  expect(calendar.age()).toBe(3)
  fails = true
  await calendar.rules()
  age = undefined
  expect(calendar.age()).toBeGreaterThanOrEqual(0)
  age = 40
  expect(calendar.age()).toBe(40)
})
