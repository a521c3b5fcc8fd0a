import { isNull, sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { photo } from '#server/database/schema/doctor.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patientPhone } from '#server/database/schema/patient.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'
import { openTestApp } from '#server/testing/app.ts'
import { closeDatabases, databaseAt } from '#server/testing/prepared/old-database.ts'

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
  await closeDatabases()
})

it('keeps a patient’s conflicting appointments and open payments when the rules against them are added', async () => {
  const { db, upgrade } = await databaseAt('0009_doctor')
  await db.execute(`
    INSERT INTO "user" (id, name, email) VALUES ('ann', 'Ann', 'ann@example.org'), ('bob', 'Bob', 'bob@example.org');
    INSERT INTO treatment (id, name, slots, price, position)
      SELECT gen_random_uuid(), 'Treatment ' || n, '{"08.00 AM - 08.30 AM"}', 5900, n FROM generate_series(1, 3) n;
    INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone, created_at)
      SELECT gen_random_uuid(), id, name, '2030-01-01', '08.00 AM - 08.30 AM', price, 'ann', 'ann@example.org', 'Ann', '1', timestamptz '2029-01-01' + position * interval '1 day'
      FROM treatment;
    INSERT INTO payment_intent (id, patient_id, amount, currency, created_at) VALUES
      ('pi_old', 'ann', 5900, 'usd', '2029-01-01'), ('pi_new', 'ann', 5900, 'usd', '2029-01-02'), ('pi_bob', 'bob', 5900, 'usd', '2029-01-01');`)

  const { db: upgraded } = await upgrade()

  const { treatment, overridden, createdAt } = booking
  expect(await upgraded.select({ treatment, overridden }).from(booking).orderBy(createdAt)).toEqual([
    { treatment: 'Treatment 1', overridden: false },
    { treatment: 'Treatment 2', overridden: true },
    { treatment: 'Treatment 3', overridden: true },
  ])
  const { id, state } = paymentIntent
  expect(await upgraded.select({ id, state }).from(paymentIntent).orderBy(id)).toEqual([
    { id: 'pi_bob', state: 'open' },
    { id: 'pi_new', state: 'open' },
    { id: 'pi_old', state: 'unclaimed' },
  ])
})

it('keeps bookings paid in the sandbox’s former tables, and cancels their open intents and refunds', async () => {
  const { db, upgrade } = await databaseAt('0010_one_place_at_a_time')
  await db.execute(`
    INSERT INTO "user" (id, name, email) VALUES ('ann', 'Ann', 'ann@example.org');
    INSERT INTO treatment (id, name, slots, price, position)
      VALUES ('00000000-0000-4000-8000-000000000001', 'Cleaning', '{"08.00 AM - 08.30 AM"}', 5900, 1);
    INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone, transaction_id, paid_at)
      SELECT ('00000000-0000-4000-9000-00000000000' || day)::uuid, id, name, date '2030-01-01' + day, slots[1], price, 'ann', 'ann@example.org', 'Ann', '1',
        CASE day WHEN 1 THEN 'pi_paid' END, CASE day WHEN 1 THEN now() END
      FROM treatment, generate_series(1, 2) day;
    INSERT INTO payment_intent (id, booking_id, patient_id, amount, currency, state, due) VALUES
      ('pi_paid', '00000000-0000-4000-9000-000000000001', 'ann', 5900, 'usd', 'settled', now()),
      ('pi_twice', '00000000-0000-4000-9000-000000000001', 'ann', 5900, 'usd', 'refunding', now()),
      ('pi_begun', '00000000-0000-4000-9000-000000000002', 'ann', 5900, 'usd', 'open', now());
    INSERT INTO stripe_sandbox_intent (id, client_secret, status, amount, currency, method_types, metadata)
      SELECT id, id || '_secret', 'succeeded', amount, currency, '{card}', '{}' FROM payment_intent;`)

  const database = await upgrade()
  const server = await openTestApp({ database })
  cleanUp.push(server.close)
  const { id, state } = paymentIntent
  const intents = () => database.db.select({ id, state }).from(paymentIntent).orderBy(id)
  await expect.poll(intents, { timeout: 20_000 }).toEqual([
    { id: 'pi_begun', state: 'cancelled' },
    { id: 'pi_paid', state: 'settled' },
    { id: 'pi_twice', state: 'cancelled' },
  ])
  const { transactionId, date } = booking
  const paidBy = await database.db.select({ transactionId }).from(booking).orderBy(date)
  expect(paidBy).toEqual([{ transactionId: 'pi_paid' }, { transactionId: null }])
  const old = sql`SELECT tablename FROM pg_tables WHERE tablename LIKE 'stripe_sandbox%'`
  expect(await database.db.$count(sql`(${old}) AS old`)).toBe(0)
})

it('marks photos in the folder for the import, keeps external ones and deletes unfinished ones', async () => {
  const { db, upgrade } = await databaseAt('0010_one_place_at_a_time')
  await db.execute(`
    INSERT INTO photo (id, url) VALUES (gen_random_uuid(), '/image/1'), (gen_random_uuid(), 'https://pictures.example/a.webp'),
      (gen_random_uuid(), null);
    INSERT INTO doctor (id, name, email, specialty, img) VALUES (gen_random_uuid(), 'Bell', 'bell@clinic.example', '', '/image/1');`)

  const { db: upgraded } = await upgrade()

  const { url, inFolder, large } = photo
  expect(await upgraded.select({ url, inFolder, large }).from(photo).orderBy(url)).toEqual([
    { url: '/image/1', inFolder: true, large: null },
    { url: 'https://pictures.example/a.webp', inFolder: false, large: null },
  ])
})

it('keeps unsent emails from before background jobs', async () => {
  const { db, upgrade } = await databaseAt('0010_one_place_at_a_time')
  await db.execute(`
    INSERT INTO mail (id, kind, recipient, details, attempts, due, created_at, done_at) VALUES
      ('00000000-0000-7000-8000-000000000001', 'receipt', 'ann@example.org', '{"link": "https://clinic.example"}', 3, now() + interval '1 hour', now(), null),
      ('00000000-0000-7000-8000-000000000002', 'receipt', 'bob@example.org', '{}', 1, now(), now(), now());`)

  const { db: upgraded } = await upgrade()

  const { recipient, details, doneAt } = mail
  const unsent = await upgraded.select({ recipient, details }).from(mail).where(isNull(doneAt))
  expect(unsent).toEqual([{ recipient: 'ann@example.org', details: { link: 'https://clinic.example' } }])
})

it('finds the patients of earlier bookings by their phone numbers', async () => {
  const { db, upgrade } = await databaseAt('0021_personal_data')
  await db.execute(`
    INSERT INTO "user" (id, name, email) VALUES ('ann', 'Ann', 'ann@example.org'), ('bob', 'Bob', 'bob@example.org');
    INSERT INTO treatment (id, name, price, position) VALUES (gen_random_uuid(), 'Cleaning', 5900, 1);
    INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone, starts_at, ends_at, busy)
      SELECT gen_random_uuid(), id, name, starts::date, '', price, person, '', '', phone, starts, starts + interval '1 hour', tstzrange(starts, starts + interval '1 hour')
      FROM treatment, (VALUES ('ann', '+1 (212) 555-0142', timestamptz '2030-01-01 12:00Z'), ('ann', '1 212 5550142', '2030-01-02 12:00Z'),
        ('bob', 'none', '2030-01-03 12:00Z')) AS made(person, phone, starts);`)

  const { db: upgraded } = await upgrade()

  const { patientId, number, digits } = patientPhone
  expect(await upgraded.select({ patientId, number, digits }).from(patientPhone).orderBy(patientId)).toEqual([
    { patientId: 'ann', number: '+1 (212) 555-0142', digits: '12125550142' },
    { patientId: 'bob', number: 'none', digits: '' },
  ])
})
