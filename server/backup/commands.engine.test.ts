import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, inject, it } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { addBusyClinic } from '#server/app/seed/busy-clinic.ts'
import { contentsOf, restoreTo } from '#server/backup/testing/contents.ts'
import { newPlace, type Place, runScript } from '#server/backup/testing/places.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { signUpPatient } from '#server/testing/outside/client.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const folder = mkdtempSync(join(tmpdir(), 'clinic-commands-'))
const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function place(): Promise<Place> {
  const found = await newPlace()
  cleanUp.push(found.remove)
  return found
}

it('backs up a server that takes bookings meanwhile, at one moment', async () => {
  const server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { BOOKING_HORIZON_DAYS: '3650', BOOKING_MAX_UPCOMING: '1000' },
  })
  cleanUp.push(server.stop)
  const { confirmed, stop } = await bookAllTheTime(server)
  await expect.poll(() => confirmed.size, { timeout: 60_000 }).toBeGreaterThan(20)
  const before = [...confirmed]
  const file = join(folder, 'running.backup')
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl ?? '' }

  const { code, output, errors } = await runScript('backup', [file], env)
  const during = confirmed.size
  await stop()

  expect([code, errors]).toEqual([0, ''])
  expect(output).toMatch(/running\.backup: [\d,]+ rows of \d+ tables, [\d,]+ KB, read again and complete\n/)
  expect(output).toContain(`It does not contain the file auth-secret in ${server.dataDir}`)
  expect(during).toBeGreaterThan(before.length)
  const target = await freshDatabase()
  cleanUp.push(target.close)
  await restoreTo(target.withSession, file)
  const { rows } = await target.executeSql('SELECT id FROM booking')
  const restored = new Set(rows.map((row) => (row as { id: string }).id))
  expect(before.filter((id) => !restored.has(id))).toEqual([])
  // The trigger adds the notice in the transaction of the booking.
  const halves = await target.executeSql(`SELECT FROM booking b
    FULL JOIN (SELECT * FROM appointment_notice WHERE kind = 'booked') n ON n.booking_id = b.id
    WHERE b.id IS NULL OR n.booking_id IS NULL`)
  expect(halves.rows).toEqual([])
})

it('a restore that is killed leaves the database as it was', async () => {
  const { env, name, use } = await place()
  const file = join(folder, 'busy.backup')
  await use(async ({ db }) => {
    await db.delete(treatment)
    await addBusyClinic(db, { clinic: clinicData, now: new Date('2026-03-10T14:00:00Z') })
  })
  expect((await runScript('backup', [file], env)).errors).toBe('')
  const before = await use(async ({ executeSql, withSession }) => {
    await executeSql(`DELETE FROM booking WHERE id IN (SELECT id FROM booking LIMIT 100)`)
    return contentsOf(withSession)
  })

  const killed = await runScript('restore', [file, '--replace', name], env, 'loading public.booking')

  expect(killed.code).toBe(null)
  expect(await use(({ withSession }) => contentsOf(withSession))).toEqual(before)
})

it('prints one line and exits with code 1 if the arguments, the file or the database are wrong', async () => {
  const { env, name, use } = await place()
  const missing = join(folder, 'missing.backup')
  const refused = async (...run: Parameters<typeof runScript>) => {
    const { code, output, errors } = await runScript(...run)
    expect([code, output]).toEqual([1, ''])
    return errors
  }
  const away = { ...env, DATABASE_URL: 'postgres://clinic@127.0.0.1:1/clinic' }
  expect(await refused('backup', [missing], away)).toBe(
    "The database at 127.0.0.1:1/clinic can't be reached: connect ECONNREFUSED 127.0.0.1:1\n",
  )
  expect(await refused('restore', [missing, 'other'], env)).toBe(
    'Usage: npm run restore -- FILE [--replace NAME] [--unencrypted]\n',
  )
  if (engine.kind === 'postgres') return encryptsWithKey(env)
  await use(async () => {
    expect(await refused('restore', [missing, '--replace', name], env)).toContain('is in use by another process')
  })
  const draft = join(missing, 'x.part')
  expect(await refused('backup', [join(missing, 'x')], env)).toBe(
    `It failed, and nothing was changed: ENOENT: no such file or directory, open '${draft}'\n`,
  )
  expect(await refused('backup', [missing], { DATA_DIR: missing, DATABASE_URL: '' })).toBe(
    `There is no database in DATA_DIR "${missing}", and DATABASE_URL is not set\n`,
  )
})

async function encryptsWithKey(env: Record<string, string>) {
  const file = join(folder, 'encrypted.backup')
  const { output } = await runScript('backup', [file], { ...env, BACKUP_KEY: 'a passphrase of a clinic' })
  expect(output).toContain('It is encrypted with BACKUP_KEY.')
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/)
}

/** Books, one appointment after the other, until `stop` is called. */
async function bookAllTheTime(server: Server) {
  const treatments = await (await signUpPatient(server.url)).treatments()
  const confirmed = new Set<string>()
  let isOpen = true
  const book = async () => {
    let patient = await signUpPatient(server.url, 'patient@example.org')
    for (let n = 1; isOpen; n += 1) {
      // An account can have 1,000 upcoming appointments.
      if (n % 1_000 === 0) patient = await signUpPatient(server.url, `patient${n}@example.org`)
      const { _id: treatmentId, price, slots = [] } = treatments[n % treatments.length] ?? {}
      const date = formatMediumDate(addDays('2030-01-01', n % 2_000))
      confirmed.add(await patient.book({ treatmentId, price, date, slot: slots[Math.floor(n / 2_000)] }))
    }
  }
  const running = book()
  return {
    confirmed,
    stop: async () => {
      isOpen = false
      await running
    },
  }
}
