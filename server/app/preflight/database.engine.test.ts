import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { readClinic } from '#server/clinic/store.ts'
import { readConfig } from '#server/config/config.ts'
import { openPglite } from '#server/database/engine/pglite.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { addTestRules } from '#server/testing/calendar/calendar.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { addSampleDoctors } from '../seed/sample-doctors.ts'
import { addSampleTreatments } from '../seed/sample-treatments.ts'
import { databaseCheck } from './database.ts'

const engine = inject('engine')
const check = (url: string) => databaseCheck(readConfig({ DATABASE_URL: url })).run()

if (engine.kind === 'postgres')
  it('tells whether the user of DATABASE_URL can migrate the database', async () => {
    const database = await freshDatabase()
    const url = new URL(database.url ?? '')
    expect(await check(url.href)).toEqual([
      { level: 'ok', text: expect.stringMatching(/^PostgreSQL \d+/) },
      { level: 'ok', text: 'its user may migrate it' },
      { level: 'ok', text: 'the clock agrees with that of the database' },
    ])

    const reader = `reader_${randomUUID().replaceAll('-', '')}`
    const admin = new Client({ connectionString: url.href })
    await admin.connect()
    await admin.query(`CREATE ROLE ${reader} LOGIN PASSWORD 'hidden'`)
    Object.assign(url, { username: reader, password: 'hidden' })
    const findings = await check(url.href)
    url.password = 'another'
    const refused = await check(url.href)
    await admin.query(`DROP ROLE ${reader}`)
    await admin.end()
    await database.close()
    expect(findings.map(({ level }) => level)).toEqual(['ok', 'wrong', 'wrong', 'wrong', 'ok'])
    expect(findings[3]?.text).toContain('tables belong to another user')
    expect(refused).toEqual([{ level: 'wrong', text: expect.stringContaining('password authentication failed') }])
    expect(JSON.stringify(refused)).not.toContain('another')
  })

if (engine.kind === 'pglite')
  it('warns about the embedded database in production', async () => {
    const settings = {
      ...sampleClinic,
      NODE_ENV: 'production',
      DATABASE: 'embedded',
      AUTH_SECRET: 'Zm9yIHRlc3RzIG9ubHksIG5vdCBh0HNlY3',
      SANDBOX: 'stripe,google',
    }
    const [finding] = await databaseCheck(readConfig(settings)).run()
    expect(finding?.level).toBe('warning')
  })

it('names all that is still of the sample clinic, unless it is a demo', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-preflight-'))
  const database: TestDatabase = engine.kind === 'postgres' ? await freshDatabase() : await openPglite(folder)
  await addTestRules(database)
  const { db } = database
  await addSampleTreatments(db)
  await addSampleDoctors(db)
  // One of each is the clinic's own, or no longer shown.
  await db.update(treatment).set({ priceCents: 60_00 }).where(eq(treatment.name, 'Teeth Cleaning'))
  await db.update(treatment).set({ retiredAt: new Date() }).where(eq(treatment.name, 'Oral Surgery'))
  await db.update(doctor).set({ leftAt: new Date() }).where(eq(doctor.email, 'reed@example.com'))
  const { name, address, phone, email, timeZone } = await readClinic(db)
  const texts = { name, address, phone, email }
  if (engine.kind === 'pglite') await database.close()
  const warnings = async (DEMO: string) => {
    const settings = { ...sampleClinic, DATA_DIR: folder, DATABASE_URL: database.url, DEMO, CLINIC_TIME_ZONE: timeZone }
    const findings = await databaseCheck(readConfig(settings)).run()
    return findings.filter(({ level }) => level === 'warning').map(({ text }) => text)
  }
  expect(await warnings('off')).toEqual([
    ...Object.entries(texts).map(
      ([field, kept]) => `the ${field} is that of the sample clinic, ${kept}: change it on the page Clinic`,
    ),
    'the reviews of Nora Whitfield, Samuel Adeyemi, Elena Marchetti are samples: replace or remove them on the page Clinic',
    'the dentists Dr. Amara Okafor, Dr. Ingrid Solheim, Dr. Jonas Weber, Dr. Mateo Álvarez, Dr. Mei Tanaka are of the sample clinic: delete them on the page Manage Doctors',
    'the treatments Cavity Filling, Cavity Protection, Cosmetic Dentistry, Fluoride Treatment, Pediatric Dental, Teeth Orthodontics, Teeth Whitening are of the sample clinic, at its prices: change or retire them on the page Treatments',
    'the service cards Cavity Filling, Fluoride Treatment, Teeth Whitening are sample texts: write your own on the page Clinic',
  ])
  expect(await warnings('on')).toEqual([])
  if (engine.kind === 'postgres') await database.close()
  rmSync(folder, { recursive: true })
})

it('warns of a CLINIC_TIME_ZONE that is not the zone that the clinic keeps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-preflight-'))
  const database: TestDatabase = engine.kind === 'postgres' ? await freshDatabase() : await openPglite(folder)
  const settings = { DATA_DIR: folder, DATABASE_URL: database.url }
  const findings = (zone: string) => databaseCheck(readConfig({ ...settings, CLINIC_TIME_ZONE: zone })).run()
  await addTestRules(database)
  if (engine.kind === 'pglite') {
    expect((await findings('Europe/Berlin')).map(({ level }) => level)).toEqual(['ok', 'ok'])
    await database.close()
  }
  expect(await findings('Europe/Berlin')).toContainEqual({
    level: 'warning',
    text: 'CLINIC_TIME_ZONE is Europe/Berlin, but this clinic keeps America/New_York in its database: set CLINIC_TIME_ZONE=America/New_York',
  })
  for (const same of ['America/New_York', 'US/Eastern', ''])
    expect((await findings(same)).filter(({ text }) => text.includes('CLINIC_TIME_ZONE'))).toEqual([])
  if (engine.kind === 'postgres') await database.close()
  rmSync(folder, { recursive: true })
})
