import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { addDays } from '#contract/kit/time/clinic-date.ts'
import { slotEndMinutes, slotStartMinutes } from '#contract/kit/time/slot.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { readRules } from '#server/calendar/store.ts'
import { booking } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { addTestRules } from '#server/testing/calendar/calendar.ts'
import { closeDatabases, databaseAt, timeZone } from '#server/testing/prepared/old-database.ts'

afterEach(closeDatabases)

const morning = ['08', '09', '10', '11'].flatMap((hour) => [
  `${hour}.00 AM - ${hour}.30 AM`,
  `${hour}.30 AM - ${String(Number(hour) + 1).padStart(2, '0')}.00 ${hour === '11' ? 'PM' : 'AM'}`,
])
const wholeDay = [
  ...morning,
  ...['01', '02', '03', '04'].flatMap((hour) => [
    `${hour}.00 PM - ${hour}.30 PM`,
    `${hour}.30 PM - ${String(Number(hour) + 1).padStart(2, '0')}.00 PM`,
  ]),
]
const list = (slots: string[]) => `array[${slots.map((slot) => `'${slot}'`).join(',')}]`
const count = 1_296

it(`gives each of ${count} bookings its instants and its treatment’s doctor, and keeps everything else`, async () => {
  const { db, upgrade } = await databaseAt('0013_jobs')
  // Every Sunday of a year, the days of both clock changes too: 24 slots of two treatments. Every tenth booking is
  // cancelled.
  await db.execute(`
    INSERT INTO "user" (id, name, email) SELECT 'p' || n, 'Patient ' || n, 'p' || n || '@example.org' FROM generate_series(0, 99) n;
    INSERT INTO treatment (id, name, slots, price, position) VALUES
      ('00000000-0000-4000-8000-000000000001', 'Teeth Cleaning', ${list(wholeDay)}, 5900, 1),
      ('00000000-0000-4000-8000-000000000002', 'Oral Surgery', ${list(morning)}, 14900, 2);
    INSERT INTO photo (id, url) VALUES (gen_random_uuid(), 'https://pictures.example/a.webp');
    INSERT INTO doctor (id, name, email, specialty, img) VALUES
      ('00000000-0000-4000-9000-000000000001', 'Reed', 'reed@clinic.example', 'Oral Surgery', 'https://pictures.example/a.webp');
    INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone, cancelled_at, created_at)
      SELECT gen_random_uuid(), t.id, t.name, date '2026-01-04' + 7 * (n / 24)::int, t.slots[n % cardinality(t.slots) + 1], t.price, 'p' || n % 100,
        'p' || n % 100 || '@example.org', 'Patient', '1', CASE WHEN n % 10 = 0 THEN now() END, now()
      FROM generate_series(0, ${count - 1}) n JOIN treatment t ON t.position = CASE WHEN n % 24 < 16 THEN 1 ELSE 2 END;`)
  const before = await db.execute(oldColumns)
  expect(before.rows).toHaveLength(count)

  const { db: upgraded } = await upgrade()

  const rows = await upgraded.select().from(booking).orderBy(booking.id)
  expect(rows.map(toOldColumns)).toEqual(before.rows)
  for (const row of rows) {
    const { instantOf } = dayClock(row.date, timeZone)
    expect(row.startsAt.getTime(), row.slot).toBe(instantOf(slotStartMinutes(row.slot)))
    expect(row.endsAt.getTime(), row.slot).toBe(instantOf(slotEndMinutes(row.slot)))
    expect(row.doctorId).toBe(row.treatment === 'Oral Surgery' ? '00000000-0000-4000-9000-000000000001' : null)
    expect(row.status).toBe(row.cancelledAt ? 'cancelled' : 'booked')
    expect(row.overridden).toBe(false)
  }
})

it('lets a doctor work at the slots of their treatment only, if it had fewer than others', async () => {
  const { db, upgrade } = await databaseAt('0013_jobs')
  await db.execute(`
    INSERT INTO treatment (id, name, slots, price, position) VALUES
      (gen_random_uuid(), 'Teeth Cleaning', ${list(wholeDay)}, 5900, 1),
      (gen_random_uuid(), 'Oral Surgery', ${list([...morning, ...wholeDay.slice(10, 12)])}, 14900, 2);
    INSERT INTO photo (id, url) VALUES (gen_random_uuid(), 'https://pictures.example/a.webp');
    INSERT INTO doctor (id, name, email, specialty, img) VALUES
      (gen_random_uuid(), 'Reed', 'reed@clinic.example', 'Oral Surgery', 'https://pictures.example/a.webp'),
      (gen_random_uuid(), 'Okafor', 'okafor@clinic.example', 'Teeth Cleaning', 'https://pictures.example/a.webp'),
      (gen_random_uuid(), 'New', 'new@clinic.example', '', 'https://pictures.example/a.webp');`)

  const { db: upgraded } = await upgrade()

  await addTestRules({ db: upgraded })
  const { doctors } = await readRules(upgraded)
  expect(doctors.map(({ name, week, treatmentIds }) => [name, treatmentIds.size, week?.get(7)])).toEqual([
    ['New', 0, undefined],
    ['Okafor', 1, undefined],
    [
      'Reed',
      1,
      [
        { from: 480, until: 720 },
        { from: 840, until: 900 },
      ],
    ],
  ])
  expect(await upgraded.$count(doctor)).toBe(3)
})

it('does not guess a time zone', async () => {
  const { db, upgrade } = await databaseAt('0013_jobs', { timeZone: undefined })
  await db.execute(`
    INSERT INTO "user" (id, name, email) VALUES ('ann', 'Ann', 'ann@example.org');
    INSERT INTO treatment (id, name, slots, price, position)
      VALUES ('00000000-0000-4000-8000-000000000001', 'Cleaning', '{"08.00 AM - 08.30 AM"}', 5900, 1);
    INSERT INTO booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone)
      SELECT gen_random_uuid(), id, name, '2030-01-01', slots[1], price, 'ann', 'ann@example.org', 'Ann', '1' FROM treatment;`)
  await expect(upgrade()).rejects.toThrow()
})

const oldColumns = sql`SELECT id, treatment_id, treatment, date::text, slot, price, patient_id, patient, patient_name, phone,
  cancelled_at IS NOT NULL AS cancelled FROM booking ORDER BY id`

function toOldColumns({
  id,
  treatmentId,
  treatment,
  date,
  slot,
  priceCents,
  patientId,
  ...row
}: typeof booking.$inferSelect) {
  const { patient, patientName, phone, cancelledAt } = row
  const cancelled = cancelledAt !== null
  return {
    id,
    treatment_id: treatmentId,
    treatment,
    date: addDays(date, 0),
    slot,
    price: priceCents,
    patient_id: patientId,
    patient,
    patient_name: patientName,
    phone,
    cancelled,
  }
}
