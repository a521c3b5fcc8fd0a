import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createDataStore, type DataStore, withClient } from '#lab/kit/data-store.ts'
import { type Lab, openLab } from '#lab/kit/lab.ts'
import { bookingsADay, sizeOf } from '#lab/scale/fill/clinic.ts'
import { fillClinic } from '#lab/scale/fill/fill.ts'
import { measureClinic, measureSpace } from '#lab/scale/measure.ts'
import { tablesOf } from '#lab/scale/tables.ts'
import { addDueReminders } from '#server/appointment/reminder-store.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { searchPatients } from '#server/patient/search.ts'
import { searchPayments } from '#server/payment/search/search.ts'
import { deleteWhatIsOld } from '#server/privacy/retention-jobs.ts'

// The short form of `npm run scale`, so that it can't break unseen. It compares no times but sees which tables were
// read from end to end.

/** Tables that grow with the bookings. The list of users counts all of its rows, which a test of its own looks at
 *  (server/user/list.engine.test.ts). The refunds of so small a clinic fit into two pages, so that no index is used. */
const growing = [
  'booking',
  'charge',
  'payment',
  'mail',
  'audit',
  'patient_phone',
  'appointment_notice',
  'payment_intent',
  'payment_ledger',
]

describe.runIf(inject('engine').kind === 'postgres')('a clinic with 20,000 bookings', () => {
  let lab: Lab
  let store: DataStore
  let outcome: Awaited<ReturnType<typeof measureClinic>>
  const log = () => {}
  let readBefore: Record<string, number>

  beforeAll(async () => {
    lab = openLab()
    store = await createDataStore(lab, 'PostgreSQL')
    const size = sizeOf(20_000)
    await fillClinic(store, size, log)
    readBefore = await rowsReadInScans()
    outcome = await measureClinic(lab, store, size, { repeats: 1, seconds: 0.5, withExports: false, log })
  })
  afterAll(() => lab.close())

  /** Returns how many rows were read by scans of whole tables. */
  const rowsReadInScans = (tables = growing) => rowsRead(tables, 'seq_tup_read')

  /** Returns how many rows were read. PostgreSQL has counted those of a connection once it has ended. */
  async function rowsRead(
    tables: string[],
    counter: 'seq_tup_read' | 'idx_tup_fetch',
  ): Promise<Record<string, number>> {
    const { rows } = await withClient(store.databaseUrl ?? '', async (client) => {
      const others = () =>
        client.query('SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()')
      await vi.waitFor(async () => expect((await others()).rowCount).toBe(0), { timeout: 10_000 })
      return client.query<{ name: string; count: number }>(
        `SELECT relname AS name, ${counter}::int AS count FROM pg_stat_user_tables WHERE schemaname = current_schema() AND relname = ANY ($1)`,
        [tables],
      )
    })
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }

  it('answers every screen and books', async () => {
    const space = await measureSpace(store.databaseUrl ?? '')
    expect(space.bookings).toBeGreaterThan(20_000)
    const tables = tablesOf([{ ...outcome, space, fillSeconds: 1 }])
    expect(tables).toContain('| The day at the desk |')
    expect(tables).not.toMatch(/NaN|undefined/)
  })

  it('reads no growing table from end to end for a screen or a booking', async () => {
    expect(await rowsReadInScans()).toEqual(readBefore)
  })

  it('nor the patients for a search that matches all of them', async () => {
    const before = await rowsReadInScans(['patient'])
    const database = await openDatabase(store, pino({ level: 'silent' }))
    const found = await searchPatients(database.db, { search: 'ma', country: 'US', limit: 10 })
    await database.close()
    expect(found).toHaveLength(10)
    expect(await rowsReadInScans(['patient'])).toEqual(before)
  })

  it('nor the payments for the end of a receipt’s number or for a name', async () => {
    const before = await rowsReadInScans()
    const database = await openDatabase(store, pino({ level: 'silent' }))
    const byNumber = await searchPayments(database.db, { search: '0042', country: 'US' })
    const byName = await searchPayments(database.db, { search: 'ma', country: 'US' })
    await database.close()
    expect(byNumber.payments[0]?.receipt).toMatch(/0042$/)
    expect(byName.payments).not.toEqual([])
    expect(await rowsReadInScans()).toEqual(before)
  })

  it('nor the appointments of more than the hours before a reminder to find those that are due', async () => {
    const addReminders = async () => {
      const database = await openDatabase(store, pino({ level: 'silent' }))
      await addDueReminders(database.db, new Date())
      await database.close()
    }
    await addReminders()
    const scanned = await rowsReadInScans()
    const { booking: before = 0 } = await rowsRead(['booking'], 'idx_tup_fetch')
    await addReminders()
    const { booking: after = 0 } = await rowsRead(['booking'], 'idx_tup_fetch')
    expect(after - before).toBeLessThan(1.5 * bookingsADay)
    expect(await rowsReadInScans()).toEqual(scanned)
  })

  it('nor for the daily deletion of what is old', async () => {
    const before = await rowsReadInScans()
    const database = await openDatabase(store, pino({ level: 'silent' }))
    const days = { unconfirmedAccounts: 30, emails: 365, audit: 1_095 }
    await deleteWhatIsOld({ db: database.db, log: pino({ level: 'silent' }), retention: days })
    await database.close()
    expect(await rowsReadInScans()).toEqual(before)
  })
})
