import { pino } from 'pino'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { addBusyClinic } from '#server/app/seed/busy-clinic.ts'
import { addSampleTreatments } from '#server/app/seed/sample-treatments.ts'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { addTestRules, timeZone } from '#server/testing/calendar/calendar.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { createDataStore, type DataStore, type Engine } from './data-store.ts'
import type { Lab } from './lab.ts'
import { patientCount } from './workload.ts'

/** First day with bookings of the busy clinic's server. */
export const firstBookedDay: IsoDate = addDays(clinicToday(new Date(), timeZone), 1)
/** Number of days from `firstBookedDay` on for which the busy clinic offers times. With a million bookings, patients
 *  have booked on all of them. */
export const bookableDays = 3_600

// The busy clinic books 60 days. A copy is shifted by whole weeks, so that it fits the weekly hours.
const daysOfCopy = 63
const bookingsOfCopy = 4_000
const copiesAhead = Math.floor(bookableDays / daysOfCopy) - 1

/** Creates a data store of the busy clinic with `bookings` bookings. */
export async function createBusyStore(lab: Lab, engine: Engine, bookings: number): Promise<DataStore> {
  const startedAt = performance.now()
  const store = await populate(lab, engine, (database) => fillBusyClinic(database, bookings))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  if (bookings > bookingsOfCopy) console.log(`  inserted ${bookings} bookings into ${engine} in ${seconds} s`)
  return store
}

/** Creates a data store of the sample clinic without bookings and with patients who have a session. */
export function createSampleStore(lab: Lab, engine: Engine): Promise<DataStore> {
  return populate(lab, engine, async ({ db }) => {
    await addSampleTreatments(db)
    await addTestRules({ db }, { maxUpcoming: 1_000 })
    await db.transaction(async (tx) => {
      // Without the trigger, so that the own patient has the id of the account.
      await tx.execute('set local session_replication_role = replica')
      await tx.execute(`insert into "user" (id, name, email)
        select 'p' || n, 'Patient ' || n, 'patient' || n || '@bench.example' from generate_series(0, ${patientCount - 1}) n`)
      await tx.execute('insert into patient (id, name, email) select id, name, email from "user"')
      await tx.execute(`insert into patient_user (user_id, patient_id, relation) select id, id, 'self' from "user"`)
    })
    await db.execute(`insert into session (id, token, user_id, expires_at)
      select 's' || n, 'token' || n, 'p' || n, now() + interval '1 day' from generate_series(0, ${patientCount - 1}) n`)
  })
}

async function populate(lab: Lab, engine: Engine, fill: (database: Database) => Promise<void>): Promise<DataStore> {
  const store = await createDataStore(lab, engine)
  const database = await openDatabase(store, pino({ level: 'silent' }))
  await fill(database)
  await vacuumFilled(database)
  await database.close()
  return store
}

/** Does what both engines do within a minute, which is longer than most measurements take. Tables without rows stay as
 *  they are: plans made for a table that is known to be empty read all of it once it is filled, for a minute. */
async function vacuumFilled({ executeSql }: Database): Promise<void> {
  const { rows } = await executeSql(`select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'sandbox', 'pgboss') and pg_relation_size(pg_class.oid) > 0`)
  for (const { name } of rows as { name: string }[]) await executeSql(`VACUUM (ANALYZE) ${name}`)
}

async function fillBusyClinic({ db }: Database, bookings: number) {
  await addBusyClinic(db, { clinic: { ...clinicData, timeZone }, now: new Date() })
  await widenPolicy(db)
  await db.execute(
    `delete from booking where id not in (select id from booking order by starts_at, id limit ${bookings})`,
  )
  const copies = Math.floor(bookings / bookingsOfCopy) - 1
  for (let copy = 1; copy <= copies; copy += 1) {
    await db.transaction(async (tx) => {
      // Skips triggers and foreign-key checks: no instance listens yet, and the copied keys are valid.
      await tx.execute('set local session_replication_role = replica')
      await tx.execute(copyBookings(copy <= copiesAhead ? copy : copiesAhead - copy))
    })
  }
}

/** Copies the bookings of the first 60 days. `offset` counts copies: positive ones are later, negative ones earlier. */
function copyBookings(offset: number) {
  const shifted = (instant: string) =>
    `((${instant} at time zone '${timeZone}') + make_interval(days => ${offset * daysOfCopy})) at time zone '${timeZone}'`
  return `insert into booking (id, treatment_id, treatment, date, slot, price, patient_id, booked_by, patient, patient_name, phone,
      doctor_id, chair_id, starts_at, ends_at, busy)
    select gen_random_uuid(), treatment_id, treatment, date + ${offset * daysOfCopy}, slot, price, patient_id, booked_by, patient, patient_name,
      phone, doctor_id, chair_id, ${shifted('starts_at')}, ${shifted('ends_at')},
      tstzrange(${shifted('lower(busy)')}, ${shifted('upper(busy)')})
    from booking where date between '${firstBookedDay}' and '${addDays(firstBookedDay, daysOfCopy - 1)}'`
}

/** Lets patients book years ahead and often, so that a run never exhausts the free times. */
async function widenPolicy(db: Database['db']) {
  await db.execute('update clinic_policy set horizon_days = 3650, max_upcoming = 1000')
}
