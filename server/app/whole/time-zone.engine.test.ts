import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { listMails } from '#sandbox/outbox/mails.ts'
import { backUp, restoreTo } from '#server/backup/testing/contents.ts'
import { readClinic } from '#server/clinic/store.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { outboxFolder } from '#server/mail/transport.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { closeDatabases, databaseAt } from '#server/testing/prepared/old-database.ts'

const nine = '09.00 AM - 09.30 AM'
const treatment = 'Teeth Cleaning'
const warning =
  'CLINIC_TIME_ZONE is America/New_York, but this clinic keeps Europe/Berlin in its database: set CLINIC_TIME_ZONE=Europe/Berlin'

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
  await closeDatabases()
})

/** Runs `use` with a server whose CLINIC_TIME_ZONE is `timeZone`, not set if it is empty. Returns what its log says
 *  about that. */
async function startWith(
  timeZone: string,
  database: TestDatabase,
  use: (server: TestApp) => Promise<void> = async () => {},
) {
  const log: string[] = []
  const env = { CLINIC_TIME_ZONE: timeZone, LOG_LEVEL: 'warn' }
  const server = await openTestApp({ database, env, logTo: { write: (line) => void log.push(line) } })
  await use(server).finally(server.close)
  return log.map((line) => JSON.parse(line).msg).filter((text) => text.includes('TIME_ZONE'))
}

async function fresh() {
  const database = await freshDatabase()
  cleanUp.push(database.close)
  return database
}

/** Returns a database of a clinic that began in Berlin, with an appointment at nine on May 4. */
async function berlin() {
  const database = await fresh()
  const warnings = await startWith('Europe/Berlin', database, async (server) => {
    const { book } = await openTestStaff(server)
    expect((await book({ treatment, date: 'May 4, 2026', slot: nine })).statusCode).toBe(201)
  })
  expect(warnings).toEqual([])
  return database
}

const startsOf = async ({ db }: TestDatabase) =>
  (await db.select({ startsAt: booking.startsAt }).from(booking).orderBy(booking.startsAt)).map(({ startsAt }) =>
    startsAt.toISOString(),
  )

async function expectBerlin(database: TestDatabase) {
  const [first = ''] = await startsOf(database)
  expect(first).toBe('2026-05-04T07:00:00.000Z')
  const useIt = async (server: TestApp) => {
    const { book } = await openTestStaff(server)
    expect((await book({ treatment, date: 'May 4, 2026', slot: nine })).json().reason).toBe('slot-taken')
    expect((await book({ treatment, date: 'May 5, 2026', slot: nine })).statusCode).toBe(201)
    expect(await startsOf(database)).toEqual([first, '2026-05-05T07:00:00.000Z'])
    expect((await readClinic(server.database.db)).timeZone).toBe('Europe/Berlin')
    await expect
      .poll(async () => JSON.stringify(await listMails(outboxFolder(server.config.dataDir))), { timeout: 20_000 })
      .toContain('9:00 to 9:30 AM GMT+2')
  }
  expect(await startWith('America/New_York', database, useIt)).toEqual([warning])
}

it('another setting than at the first start changes nothing and is reported', async () => {
  await expectBerlin(await berlin())
})

it('no setting, or another name of the same zone, is not reported', async () => {
  const database = await berlin()
  expect(await startWith('', database)).toEqual([])
  const kyiv = await fresh()
  expect(await startWith('Europe/Kyiv', kyiv)).toEqual([])
  expect(await startWith('Europe/Kiev', kyiv)).toEqual([])
})

it('a restored backup keeps its zone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-zone-'))
  cleanUp.push(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'berlin.backup')
  await backUp((await berlin()).withSession, file)
  const target = await fresh()
  await restoreTo(target.withSession, file, { timeZone: 'America/New_York' })
  await expectBerlin(target)
})

it('a clinic of an earlier release keeps the setting of its first start with this one', async () => {
  const { db, upgrade } = await databaseAt('0024_confirmed_email')
  await db.execute(sql`insert into clinic_policy default values`)
  const database = await upgrade()
  expect(await startWith('Europe/Berlin', database)).toEqual([])
  expect(await startWith('America/New_York', database)).toEqual([warning])
  expect(await database.db.select({ timeZone: clinic.timeZone }).from(clinic)).toEqual([{ timeZone: 'Europe/Berlin' }])
})

it('the database refuses another zone while there are appointments ahead', async () => {
  const { db } = await berlin()
  await db.execute(sql`update booking set starts_at = starts_at + interval '90 years',
    ends_at = ends_at + interval '90 years', busy = tstzrange(lower(busy) + interval '90 years', upper(busy) + interval '90 years')`)
  const change = () => db.update(clinic).set({ timeZone: 'America/New_York' })
  await expect(change()).rejects.toMatchObject({ cause: { code: '23001' } })
  await db.update(booking).set({ status: 'cancelled', cancelledAt: new Date() })
  await change()
})
