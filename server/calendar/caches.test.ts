import { expect, it } from 'vitest'
import { addDays, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { clinic, treatment } from '#server/testing/calendar/clinic.ts'
import { openCaches } from './caches.ts'
import { openOutage } from './outage.ts'
import { dayClock } from './rules/day-clock.ts'
import type { Busy } from './rules/free-times.ts'

const date = '2026-11-24'

/** Opens the caches of a clinic whose bookings are `bookings` and whose database is down while `isDown`. */
function openFakes() {
  const database = { bookings: [] as Busy[], isDown: false, reads: 0 }
  const read = <Value>(value: Value): Value => {
    if (database.isDown) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    return value
  }
  const caches = openCaches({
    outage: openOutage(),
    isEnabled: () => true,
    clock: () => new Date('2026-11-23T15:00:00Z'),
    queries: {
      readRules: async () => read(clinic({ treatments: [treatment('cleaning')] })),
      listBusy: async () => {
        database.reads += 1
        return read(database.bookings)
      },
    },
  })
  return { caches, database, answer: async (day: IsoDate = date) => (await caches.answers.get(day)).json }
}

const { startsAt, endsAt } = dayClock(date, 'America/New_York')
const wholeDay = { treatmentId: 'cleaning', doctorId: null, chairId: null, from: startsAt, until: endsAt }

it('makes an answer once, until its day is dropped', async () => {
  const { caches, database, answer } = openFakes()
  expect(await answer()).toContain('08.00 AM')
  expect(await answer()).toBe(await answer())
  expect(database.reads).toBe(1)
  database.bookings.push(wholeDay)
  caches.invalidate(date)
  expect(await answer()).not.toContain('AM')
})

it('keeps no answer, after an outage, that was made of an outdated day', async () => {
  const { caches, database, answer } = openFakes()
  await answer()
  database.bookings.push(wholeDay)
  caches.invalidate(date)
  database.isDown = true
  expect(await answer()).toContain('08.00 AM')
  database.isDown = false
  await answer('2026-12-24')
  expect(await answer()).not.toContain('AM')
})

it('keeps the overviews of more days than it keeps with their bookings', async () => {
  const { caches, database } = openFakes()
  const dates = Array.from({ length: 100 }, (_, ahead) => addDays(date, ahead))
  const until = dayClock(addDays(date, 100), 'America/New_York').endsAt
  database.bookings = Array.from({ length: 1_500 }, () => ({ ...wholeDay, until }))
  const states = (await caches.overviews.getMany(dates)).map(({ state }) => state)
  expect(states).toContain('full')
  expect((await caches.overviews.getMany(dates)).map(({ state }) => state)).toEqual(states)
  expect(database.reads).toBe(1)
  await caches.days.getMany(dates)
  expect(database.reads).toBe(2)
})

it('makes the overview of a day anew once the day is dropped', async () => {
  const { caches, database } = openFakes()
  const overview = async () => caches.overviews.get(date)
  expect(await overview()).toMatchObject({ state: 'open' })
  database.bookings.push(wholeDay)
  caches.invalidate(date)
  expect(await overview()).toMatchObject({ state: 'full' })
})
