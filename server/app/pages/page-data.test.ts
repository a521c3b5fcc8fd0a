import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { type FirstFree, firstFreeInWords } from '#server/calendar/public/first-free.ts'
import { readConfig } from '#server/config/config.ts'
import { clinic as testClinic } from '#server/testing/calendar/clinic.ts'
import { us } from '#testbed/us.ts'
import { openPageData } from './page-data.ts'

const card = { publishableKey: 'pk_test_1', script: null }
const time = { date: '2026-11-23', slot: '08.00 AM - 08.30 AM' } as const
const first: FirstFree = {
  times: [{ ...time, treatmentId: 'c', treatment: 'Cleaning', priceCents: 59_00 }],
  lowestPrice: 59_00,
}
const never = new Promise<never>(() => {})

/** Opens the data of pages from a calendar, which the test replaces parts of. */
async function open(calendar: Partial<Parameters<typeof openPageData>[1]['calendar']> = {}) {
  const time = { now: new Date('2026-11-22T15:00:00Z') }
  const deps = { config: readConfig({}), clock: () => time.now, log: pino({ level: 'silent' }) }
  const none = { smtpUrl: undefined, mailFrom: undefined, texts: undefined, stripe: undefined }
  const current = { rules: () => testClinic(), firstFree: () => first, accounts: () => none, ...calendar }
  const calls = { rules: () => current.rules(), firstFree: () => current.firstFree() }
  const accounts: Parameters<typeof openPageData>[1]['accounts'] = () => current.accounts()
  return { ...(await openPageData(deps, { calendar: calls, accounts }, card)), current, time }
}

test('only the landing page’s data has the next free time, without which nothing else is missing', async () => {
  const { clinic, home, current } = await open()
  const { nextFree, nextTimes, openInWords, dentists, ...rest } = await home()
  expect(openInWords).toBe('Open now, until 12:00\u00a0PM')
  expect(nextFree).toBe(firstFreeInWords(first, us))
  expect(nextTimes).toMatchObject([{ when: 'Tomorrow, 8:00\u00a0AM', what: 'Cleaning', price: '$59' }])
  expect(rest).toEqual(await clinic())
  current.firstFree = () => undefined
  expect(await home()).toEqual({ ...(await clinic()), openInWords, dentists })
})

test('the data is the same object until its content changes', async () => {
  const { clinic, home, current } = await open()
  const before = [clinic(), home()]
  current.rules = () => testClinic()
  expect([clinic(), home()]).toEqual(before)
  expect(clinic()).toBe(before[0])
  expect(home()).toBe(before[1])
  current.rules = () => testClinic({ version: 2, week: new Map() })
  expect(clinic()).toMatchObject({ hoursInWords: 'Closed' })
})

test('special days are announced from two weeks before until they are over', async () => {
  const days = new Map([['2026-12-07', { note: 'Training', periods: [] }]] as const)
  const { clinic, time } = await open({ rules: () => testClinic({ days }) })
  expect(clinic()).not.toHaveProperty('specialDaysInWords')
  time.now = new Date('2026-11-23T15:00:00Z')
  expect(clinic()).toMatchObject({
    specialDaysInWords: 'Closed Monday,\u00a0Dec\u00a07: Training',
    specialHours: [{ validFrom: '2026-12-07', validThrough: '2026-12-07', opens: '00:00', closes: '00:00' }],
  })
  time.now = new Date('2026-12-08T15:00:00Z')
  expect(clinic()).not.toHaveProperty('specialHours')
})

test('a slow or failing search for the next free time delays no page', async () => {
  for (const firstFree of [() => never, () => Promise.reject(new Error('no database'))]) {
    const { clinic, home } = await open({ firstFree })
    // A page that waited would wait for ever: no time passes.
    vi.useFakeTimers()
    const { openInWords: _open, dentists: _dentists, ...rest } = await home()
    expect(rest).toEqual(await clinic())
    vi.useRealTimers()
  }
})
