import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { refused } from '#contract/kit/outcome.ts'
import { addDays, type IsoDate, isoWeekday } from '#contract/kit/time/clinic-date.ts'
import { clinicHours, clinicPolicy } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { addTestRules } from '#server/testing/calendar/calendar.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { calendarQueries } from './caches.ts'
import { type Calendar, openCalendar } from './calendar.ts'
import { makeByCurrentRules } from './current-rules.ts'
import { findOffer, type Offer } from './rules/offer.ts'
import type { Rules } from './rules/rules.ts'
import { readPolicy, readRules } from './store.ts'

const now = new Date('2030-01-01T12:00:00Z')
const date = '2030-06-03'
const six = '06.00 PM - 06.30 PM'

let database: TestDatabase
let treatmentId: string
let calendar: Calendar
/** Ends the wait of the queries that read rules. */
let slow: { wait: Promise<void> } | undefined

beforeAll(async () => {
  database = await freshDatabase()
  await addTestRules(database)
  const [any] = await database.db.select().from(treatment).limit(1)
  treatmentId = any?.id ?? ''
})
afterAll(() => database.close())
beforeEach(async () => {
  slow = undefined
  await database.db.delete(clinicHours).where(eq(clinicHours.opens, 18 * 60))
  // It hears of no change.
  const listen = async (_handlers: object, onState: (isConnected: boolean) => void) => {
    onState(true)
    return async () => {}
  }
  const readSlowly = async () => {
    const before = slow
    const rules = await readRules(database.db)
    await before?.wait
    return rules
  }
  const queries = { ...calendarQueries(database.db), readRules: readSlowly }
  calendar = await openCalendar({ listen, queries, clock: () => now })
  await calendar.days([date])
})

const openEvening = (day: IsoDate = date) =>
  database.db.insert(clinicHours).values({ weekday: isoWeekday(day), opens: 18 * 60, closes: 19 * 60 })
const raise = () => database.db.update(clinicPolicy).set({ graceMinutes: sql`(grace_minutes + 1) % 60` })

const plan = (rules: Rules) => findOffer(rules, { treatmentId, date, slot: six }, now)
/** Makes nothing, by the rules that hold. */
const make = async ({ offer }: { offer: Offer }) =>
  (await readPolicy(database.db)).version === offer.rulesVersion ? { ok: true as const, offer } : 'rules-changed'
const attempt = (of: Pick<Calendar, 'currentRules'> = calendar) =>
  makeByCurrentRules({ db: database.db, calendar: of }, { plan, make })

it('offers what the rules offer since a change of which this instance has not heard', async () => {
  expect(await attempt()).toEqual(refused('unknown-slot'))
  await openEvening()
  expect(plan(await calendar.rules())).toEqual(refused('unknown-slot'))
  expect(await attempt()).toMatchObject({ ok: true })
})

it('makes by the current rules what was planned by outdated ones', async () => {
  await openEvening()
  await attempt()
  await raise()
  expect(await attempt()).toMatchObject({ ok: true, offer: { rulesVersion: (await calendar.rules()).version } })
})

it('waits for rules that take longer than a second to read, where free times go on with the former ones', async () => {
  await openEvening()
  const { promise, resolve } = Promise.withResolvers<void>()
  slow = { wait: promise }
  calendar.invalidateAll()
  expect(plan(await calendar.rules())).toEqual(refused('unknown-slot'))
  const attempted = attempt()
  expect(await calendar.days([date])).toMatchObject([{ rules: { version: expect.any(Number) } }])
  resolve()
  expect(await attempted).toMatchObject({ ok: true })
  expect(plan(await calendar.rules())).toMatchObject({ ok: true })
  const [day] = await calendar.days([date])
  expect(day && plan(day.rules)).toMatchObject({ ok: true })
})

it('answers 503 that nothing was changed, if the rules change faster than it tries', async () => {
  await openEvening()
  const currentRules: Calendar['currentRules'] = async (outdated) => {
    const rules = await calendar.currentRules(outdated)
    await raise()
    return rules
  }
  await expect(attempt({ currentRules })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('Nothing was changed; please try again.'),
  })
})

it('reads rules once for many who find them outdated', async () => {
  await openEvening(addDays(date, 1))
  const outdated = await calendar.currentRules()
  const all = await Promise.all([1, 2, 3].map(() => calendar.currentRules(outdated)))
  expect(new Set(all).size).toBe(1)
  expect(all[0]?.version).toBeGreaterThan(outdated.version)
})

it('tries again after conflicts, once for each doctor and once more', async () => {
  await openEvening()
  let tries = 0
  const conflict = async () => {
    tries += 1
    return 'conflict' as const
  }
  expect(await makeByCurrentRules({ db: database.db, calendar }, { plan, make: conflict })).toEqual(
    refused('slot-taken'),
  )
  const found = plan(await calendar.rules())
  expect(tries).toBe((found.ok ? found.offer.doctors.length : 0) + 2)
})
