import { pino } from 'pino'
import { type DataStore, withClient } from '#bench/lab/data-store.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { openDatabase } from '#server/database/open.ts'
import { bookingsADay, type Size } from './clinic.ts'
import { withoutIndexes } from './indexes.ts'
import { insertBookings, insertPatients, insertSessions, insertTraces } from './rows.ts'
import { addRules } from './rules.ts'

/** Patients who are signed in. */
const signedIn = 200

const tables = [
  'user',
  'booking',
  'patient_phone',
  'appointment_notice',
  'payment_intent',
  'payment_ledger',
  'mail',
  'audit',
]
const rowsOfStep = 250_000

/** Migrates a database and fills it with a clinic of a size. `log` gets lines about the progress. */
export async function fillClinic(store: DataStore, size: Size, log: (line: string) => void): Promise<void> {
  const startedAt = performance.now()
  const report = (line: string) => log(`  ${((performance.now() - startedAt) / 1_000).toFixed(0)} s: ${line}`)
  const database = await openDatabase(store, pino({ level: 'silent' }))
  await database.close()
  await withClient(store.databaseUrl ?? '', async (client) => {
    await client.query(`SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'; SET synchronous_commit = off`)
    await addRules(client)
    // Skips triggers and foreign keys: no instance listens yet, and the keys are valid.
    await client.query('SET session_replication_role = replica')
    const fill = async () => {
      for (let from = 0; from < size.patients; from += rowsOfStep) {
        await client.query(insertPatients(size, from, Math.min(size.patients, from + rowsOfStep) - 1))
      }
      report(`${formatCount(size.patients)} patients`)
      const daysOfStep = Math.ceil(rowsOfStep / bookingsADay)
      for (let day = 0; day < size.days; day += daysOfStep) {
        const until = Math.min(size.days, day + daysOfStep)
        await client.query(insertBookings(size, day, until - 1))
        report(`${formatCount(until * bookingsADay)} bookings`)
      }
      for (const statement of insertTraces()) {
        report(statement.slice(0, statement.indexOf('(') - 1))
        await client.query(statement)
      }
    }
    await withoutIndexes(client, tables, fill, report)
    for (const statement of insertSessions(signedIn)) await client.query(statement)
    report('VACUUM')
    await client.query('VACUUM (ANALYZE)')
    await client.query('CHECKPOINT')
    report('filled')
  })
}
