import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { formatCount } from '#contract/kit/text/count.ts'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { searchPatients } from '#server/patient/search.ts'
import { searchPairs } from '#server/patient/testing/search-pairs.ts'
import { createDataStore, type DataStore, withClient } from '../kit/data-store.ts'
import type { Measure } from '../kit/lab.ts'
import { withoutIndexes } from './fill/indexes.ts'

const rounds = 5

const firstNames = 'Mary,James,Patricia,Robert,José,Zoë,Anne-Marie,Søren,Łukasz,Владимир,محمد,Nguyễn,Linda,Michael'
const lastNames = 'Smith,Müller,Johnson,Núñez,O’Brien,van der Berg,Strauß,Garcia,Żak,Brown,Davis,Lopez,Wilson,Thị'
const pick = (list: string, salt: number) => `(string_to_array('${list}', ','))[1 + (n * ${salt}) % 14]`

/** npm run search-times [-- PATIENTS]: fills a PostgreSQL of its own with a million patients, and measures each search
 *  of the pairs that have to be found, five times. */
export const measure: Measure = async (lab, [patients = 1_000_000]) => {
  const count = Number(patients)
  const store = await createDataStore(lab, 'PostgreSQL')
  const database = await openDatabase(store, pino({ level: 'silent' }))
  await addPatients(store, count)
  for (const { stored } of searchPairs) {
    const { phone, ...values } = stored
    const id = randomUUID()
    await database.db.insert(patient).values({ id, ...values })
    if (phone !== undefined) await database.db.insert(patientPhone).values({ patientId: id, number: phone })
  }
  console.log(`${formatCount(count)} patients`)
  await timeSearches(database)
  await database.close()
  return []
}

async function addPatients({ databaseUrl }: DataStore, count: number) {
  await withClient(databaseUrl ?? '', async (client) => {
    await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`)
    const fill = async () => {
      await client.query(`INSERT INTO patient (id, name, email, birth_date)
        SELECT 'p' || n, ${pick(firstNames, 7)} || ' ' || ${pick(lastNames, 11)} || ' ' || substr(md5(n::text), 1, 6),
          'person' || n || '@example.com', date '1930-01-01' + (n * 7919 % 34000)::int FROM generate_series(1, ${count}::bigint) AS n`)
      // Numbers that share the area's code and the exchange with those of the pairs.
      await client.query(`INSERT INTO patient_phone (patient_id, number)
        SELECT 'p' || n, '+1 646 ' || 200 + n % 800 || ' ' || lpad((n * 6007 % 10000)::text, 4, '0')
        FROM generate_series(1, ${count}::bigint) AS n`)
    }
    await withoutIndexes(client, ['patient', 'patient_phone'], fill, console.log)
    await client.query('VACUUM (ANALYZE)')
  })
}

async function timeSearches({ db }: Database) {
  for (const { stored, typed, country = 'US' } of searchPairs) {
    for (const search of typed) {
      const times: number[] = []
      let found = false
      for (let round = 0; round < rounds; round += 1) {
        const startedAt = performance.now()
        const patients = await searchPatients(db, { search, country, limit: 10 })
        times.push(performance.now() - startedAt)
        found = patients.some(({ name }) => name === stored.name)
      }
      const [median = 0, worst = 0] = [times.toSorted((a, b) => a - b)[2], Math.max(...times)]
      console.log(`${search}: ${median.toFixed(1)} ms, at most ${worst.toFixed(1)} ms${found ? '' : ', among others'}`)
    }
  }
}
