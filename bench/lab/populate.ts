import { pino } from 'pino'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open.ts'
import { seed } from '#server/database/seed.ts'
import { createDataStore, type DataStore, type Engine } from './data-store.ts'
import type { Lab } from './lab.ts'
import { daySlots, patientCount, timeZone } from './workload.ts'

/** First day with bookings. On this day and each later one 40 slots are taken, until the requested number of bookings is reached. */
export const firstBookedDay: IsoDate = addDays(clinicToday(new Date(), 'UTC'), 30)

/** Returns a data store with `bookings` bookings and with patients who have a session. Callers share one store per engine and size. */
export function sharedPopulatedStore(lab: Lab, engine: Engine, bookings: number): Promise<DataStore> {
  return lab.memoize(`${engine} ${bookings}`, () => createPopulatedStore(lab, engine, bookings))
}

/** Creates a data store with patients who have a session and with `bookings` bookings. */
export async function createPopulatedStore(lab: Lab, engine: Engine, bookings = 0): Promise<DataStore> {
  const store = await createDataStore(lab, engine)
  const startedAt = performance.now()
  const database = await openDatabase(store, pino({ level: 'silent' }))
  await seed(database.db)
  await insertRows(database, bookings)
  await database.close()
  if (bookings > 1_000) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`  inserted ${bookings} bookings into ${engine} in ${seconds} s`)
  }
  return store
}

async function insertRows({ db }: Database, bookings: number) {
  const users = Math.max(patientCount, bookings / 10)
  await db.execute(`insert into "user" (id, name, email)
    select 'p' || n, 'Patient ' || n, 'patient' || n || '@bench.example' from generate_series(0, ${users - 1}) n`)
  await db.execute(`insert into session (id, token, user_id, expires_at)
    select 's' || n, 'token' || n, 'p' || n, now() + interval '1 day' from generate_series(0, ${patientCount - 1}) n`)
  const batchSize = 100_000
  await db.transaction(async (transaction) => {
    // Skips triggers and foreign-key checks: no instance listens yet, and the generated keys are valid.
    await transaction.execute('set local session_replication_role = replica')
    for (let from = 0; from < bookings; from += batchSize) {
      await transaction.execute(insertBookings(from, Math.min(from + batchSize, bookings) - 1, users))
    }
  })
  await db.execute('vacuum analyze')
}

const everyOther = daySlots.filter((_slot, index) => index % 2 === 0)

// Per day: 8 of the 16 slots of 5 treatments. Patients rotate, so no patient gets two bookings on one day.
function insertBookings(from: number, to: number, users: number) {
  return `insert into booking
      (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone, starts_at, ends_at, busy)
    select gen_random_uuid(), t.id, t.name, day, (array[${everyOther.map((text) => `'${text}'`).join(',')}])[n % 8 + 1], t.price,
      'p' || n % ${users}, 'patient' || n % ${users} || '@bench.example', 'Patient ' || n % ${users}, '+1 212 555 0100',
      starts, starts + interval '30 minutes', tstzrange(starts, starts + interval '30 minutes')
    from generate_series(${from}, ${to}) n
    cross join lateral (select date '${firstBookedDay}' + n / 40 as day) d
    cross join lateral (
      select (day + make_interval(mins => (array[${everyOther.map(slotStartMinutes).join(',')}])[n % 8 + 1])) at time zone '${timeZone}' as starts
    ) s
    join treatment t on t.position = n % 40 / 8`
}
