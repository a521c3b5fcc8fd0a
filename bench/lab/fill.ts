import { pino } from 'pino'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open.ts'
import { seed } from '#server/database/seed.ts'
import type { Lab } from './lab.ts'
import { patients } from './patients.ts'
import { type Engine, emptyPlace, type Place } from './place.ts'

/** The first day with bookings. Forty of its slots are taken, as of every day after it until there are as many as were asked for. */
export const firstFilledDay: IsoDate = addDays(clinicToday(new Date(), 'UTC'), 30)

/** A place with `bookings` bookings, and patients with open sessions. The same one for everybody who asks for it. */
export function filledPlace(lab: Lab, engine: Engine, bookings: number): Promise<Place> {
  return lab.once(`${engine} ${bookings}`, () => newPlace(lab, engine, bookings))
}

/** A place of one's own, with patients and no booking. */
export async function newPlace(lab: Lab, engine: Engine, bookings = 0): Promise<Place> {
  const place = await emptyPlace(lab, engine)
  const began = performance.now()
  const database = await openDatabase(place, pino({ level: 'silent' }))
  await seed(database.db)
  await fill(database, bookings)
  await database.close()
  if (bookings > 1_000) say(`filled ${engine} with ${bookings} bookings`, began)
  return place
}

async function fill({ db }: Database, bookings: number) {
  const people = Math.max(patients, bookings / 10)
  await db.execute(`insert into "user" (id, name, email)
    select 'p' || n, 'Patient ' || n, 'patient' || n || '@bench.example' from generate_series(0, ${people - 1}) n`)
  await db.execute(`insert into session (id, token, user_id, expires_at)
    select 's' || n, 'token' || n, 'p' || n, now() + interval '1 day' from generate_series(0, ${patients - 1}) n`)
  // Without triggers: nobody listens, and the keys are made to fit.
  const atOnce = 100_000
  await db.transaction(async (transaction) => {
    await transaction.execute('set local session_replication_role = replica')
    for (let from = 0; from < bookings; from += atOnce) {
      await transaction.execute(bookingRows(from, Math.min(from + atOnce, bookings) - 1, people))
    }
  })
  await db.execute('vacuum analyze')
}

// Eight of sixteen slots of five treatments a day, each patient's turn coming round again long after the day is over.
function bookingRows(from: number, to: number, people: number) {
  return `insert into booking
      (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone)
    select gen_random_uuid(), t.id, t.name, date '${firstFilledDay}' + n / 40, t.slots[n % 8 * 2 + 1], t.price,
      'p' || n % ${people}, 'patient' || n % ${people} || '@bench.example', 'Patient ' || n % ${people}, '+1 212 555 0100'
    from generate_series(${from}, ${to}) n join treatment t on t.position = n % 40 / 8`
}

function say(what: string, began: number) {
  console.log(`  ${what} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
