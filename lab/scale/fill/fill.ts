import type { Client } from 'pg'
import { pino } from 'pino'
import { formatCount } from '#contract/kit/text/count.ts'
import { type DataStore, withClient } from '#lab/kit/data-store.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { bookingsADay, type Size } from './clinic.ts'
import { withoutIndexes } from './indexes.ts'
import { dropPatients, insertBookings, insertPatients, insertSessions, insertTraces } from './rows.ts'
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
  'charge',
  'payment',
  'refund',
  'refund_entry',
  'report_figure',
  'report_month',
  'report_patient',
  'mail',
  'audit',
]
// Skips triggers and foreign keys: no instance listens yet, and the keys are valid.
const settings = `SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'; SET synchronous_commit = off; SET session_replication_role = replica`
const rowsOfStep = 250_000

/** Migrates a database and fills it with a clinic of a size. `log` gets lines about the progress. */
export async function fillClinic(store: DataStore, size: Size, log: (line: string) => void): Promise<void> {
  const startedAt = performance.now()
  const report = (line: string) => log(`  ${((performance.now() - startedAt) / 1_000).toFixed(0)} s: ${line}`)
  const database = await openDatabase(store, pino({ level: 'silent' }))
  await database.close()
  await withClient(store.databaseUrl ?? '', async (client) => {
    await addRules(client)
    await client.query(settings)
    const fill = async () => {
      for (const statement of insertPatients(size)) await client.query(statement)
      report(`${formatCount(size.patients)} patients`)
      await fillBookings(store, size, report)
      await client.query(dropPatients)
      for (const statement of insertTraces()) {
        report(statement.slice(0, statement.indexOf('(')).trim())
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

/** Adds the bookings on two connections: the machine has two cores or more. */
async function fillBookings({ databaseUrl = '' }: DataStore, size: Size, report: (line: string) => void) {
  const daysOfStep = Math.ceil(rowsOfStep / bookingsADay)
  let next = 0
  let done = 0
  const work = async (client: Client) => {
    await client.query(settings)
    while (next < size.days) {
      const from = next
      next = Math.min(size.days, from + daysOfStep)
      const added = next - from
      await client.query(insertBookings(size, from, next - 1))
      done += added
      report(`${formatCount(done * bookingsADay)} bookings`)
    }
  }
  await Promise.all([1, 2].map(() => withClient(databaseUrl, work)))
}
