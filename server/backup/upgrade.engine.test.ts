import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { loadMigrations } from '#server/app/backup/migrations.ts'
import { backUp, contentsOf, restoreTo } from '#server/backup/testing/contents.ts'
import { applyMigrations, migrationNames, newestMigration } from '#server/database/session/migrations.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { closeDatabases, emptyDatabase, timeZone } from '#server/testing/prepared/old-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'clinic-releases-'))
afterAll(async () => {
  await closeDatabases()
  rmSync(folder, { recursive: true })
})

const slots = `'{"08.00 AM - 08.30 AM"}'`
const insertBooking = (day: number) => `
  INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone)
    SELECT gen_random_uuid(), id, name, date '2030-01-01' + ${day}, '08.00 AM - 08.30 AM', price, 'ann', 'ann@example.org', 'Ann', '1'
    FROM treatment LIMIT 1;`

/** Rows that are added after a migration. */
const rowsAfter: Record<string, string> = {
  '0000_tables': `
    INSERT INTO "user" (id, name, email) VALUES ('ann', 'Ann', 'ann@example.org');
    INSERT INTO account (id, account_id, provider_id, user_id) VALUES ('a', 'ann', 'google', 'ann');
    INSERT INTO treatment (id, name, slots, price, position) VALUES (gen_random_uuid(), 'Cleaning', ${slots}, 5900, 1);
    ${insertBooking(1)}`,
  '0002_mail': `INSERT INTO mail (id, kind, recipient, details) VALUES (gen_random_uuid(), 'verify-email', 'ann@example.org', '{}');`,
  '0003_payment': `
    INSERT INTO payment_intent (id, booking_id, patient_id, amount, currency)
      SELECT 'pi_1', id, 'ann', price, 'usd' FROM booking;
    INSERT INTO payment_ledger (id, kind, intent_id) VALUES (gen_random_uuid(), 'made', 'pi_1');`,
  '0004_stripe_sandbox': `
    INSERT INTO stripe_sandbox_event (id, type, object, request) VALUES ('evt_1', 'charge.succeeded', '{}', '{}');`,
  '0005_attempt_bucket': `INSERT INTO attempt_bucket (key, full_at) VALUES ('bucket', now());`,
  '0008_admin': `
    INSERT INTO audit (user_id, email, action, subject, client_address) VALUES ('ann', 'a', 'promote-user', 'b', '192.0.2.1');`,
  '0009_doctor': `
    INSERT INTO photo (id, url) VALUES (gen_random_uuid(), 'https://pictures.example/a.webp');
    INSERT INTO doctor (id, name, email, specialty, img)
      VALUES (gen_random_uuid(), 'Bell', 'bell@example.org', 'Cleaning', 'https://pictures.example/a.webp');`,
  '0010_one_place_at_a_time': insertBooking(2),
  '0012_photo_bytes': `INSERT INTO photo (id, url, large, small) VALUES (gen_random_uuid(), '/image/1', '\\x00ff', '\\x5c');`,
  '0014_calendar': `INSERT INTO chair (id, name) VALUES (gen_random_uuid(), 'Chair 1');`,
  '0018_life_of_an_appointment': `INSERT INTO calendar_feed (id, patient_id) VALUES (gen_random_uuid(), 'ann');`,
}

it('restores a backup of each release to the tables of today', { timeout: 240_000 }, async () => {
  const migrations = await loadMigrations()
  const names = migrationNames(migrations.public)
  // Each takes a second or more.
  const everyNth = inject('engine').kind === 'postgres' ? 3 : 7
  const tested = new Set(names.filter((name, n) => n % everyNth === 0 || name === names.at(-1)))
  const old = await emptyDatabase()
  const { withSession, close } = await freshDatabase()
  let after: string | undefined
  for (const name of names) {
    await old.withSession(async (session) => {
      await session.query("SELECT set_config('clinic.time_zone', $1, false)", [timeZone])
      await session.query('BEGIN')
      await applyMigrations(session, migrations.public, { through: name, ...(after && { after }) })
      await session.query(rowsAfter[name] ?? '')
      await session.query('COMMIT')
    })
    after = name
    if (!tested.has(name)) continue
    const source = await contentsOf(old.withSession)
    const file = join(folder, `${name}.backup`)
    const made = await backUp(old.withSession, file)
    expect(made.migrations, name).toEqual({ public: name })
    expect(Object.fromEntries(made.tables.map((table) => [`public.${table.table}`, table.rows])), name).toEqual(
      Object.fromEntries(Object.entries(source).map(([table, { rows }]) => [table, rows])),
    )

    await restoreTo(withSession, file, { replace: 'test' })

    const restored = await contentsOf(withSession)
    expect(await withSession((session) => newestMigration(session, migrations.public)), name).toBe(names.at(-1))
    expect(restored['public.booking']?.rows, name).toBe(source['public.booking']?.rows)
    expect(restored['public.user']?.rows, name).toBe(1)
  }
  // The newest release has nothing to convert.
  expect(await contentsOf(withSession)).toEqual(await contentsOf(old.withSession))
  expect(Object.keys(rowsAfter).filter((name) => !names.includes(name))).toEqual([])
  await close()
})
