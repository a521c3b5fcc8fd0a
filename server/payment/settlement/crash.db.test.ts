import { eq, isNotNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { charge } from '#sandbox/stripe/schema.ts'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { booking } from '#server/database/schema/booking.ts'
import { paymentIntent, paymentLedger } from '#server/database/schema/payment.ts'
import { type Client, signUpPatient } from '#server/testing/outside/client.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
// PAYMENTS=200 runs the long form.
const count = Number(process.env.PAYMENTS ?? 40)
const concurrency = 20

let server: Server | undefined
afterEach(() => server?.stop())

const start = () =>
  startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { BOOKING_HORIZON_DAYS: '3650', BOOKING_MAX_UPCOMING: '1000' },
  })

it('ledger, bookings and provider agree to the cent after a kill -9 during concurrent payments', async () => {
  server = await start()
  const patient = await signUpPatient(server.url)
  const bookings = await bookAll(patient, count)
  let charged = 0
  let killing: Promise<unknown> | undefined

  const payAll = async (unpaid: string[]) => {
    const left = [...unpaid]
    const payUntilItDies = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const intent = await patient.charge(id).catch(() => undefined)
        if (intent) charged += 1
        if (charged >= count / 2) killing ??= server?.kill('SIGKILL')
        if (intent) await patient.report(id, intent).catch(() => undefined)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, payUntilItDies))
  }
  await payAll(bookings)
  await killing
  await server.restart()
  // Patients whose payment failed try again.
  const payTheRest = async () => {
    await payAll(await patient.unpaid())
    return patient.unpaid()
  }
  await expect.poll(payTheRest, { timeout: 150_000 }).toEqual([])

  await withDatabaseOf(server, async ({ db }) => {
    const money = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)::int`
    const settled = eq(paymentLedger.kind, 'settled')
    const [ledger] = await db
      .select({ cents: money(paymentLedger.amount) })
      .from(paymentLedger)
      .where(settled)
    const [paid] = await db
      .select({ cents: money(booking.priceCents) })
      .from(booking)
      .where(isNotNull(booking.paidAt))
    const [taken] = await db
      .select({ cents: sql<number>`coalesce(sum(amount - refunded), 0)::int` })
      .from(charge)
      .where(sql`${charge.failure} is null`)
    expect([ledger?.cents, paid?.cents, taken?.cents]).toEqual([count * 59_00, count * 59_00, count * 59_00])
    const intents = await db.select().from(paymentIntent).where(eq(paymentIntent.state, 'settled'))
    expect(new Set(intents.map(({ bookingId }) => bookingId))).toEqual(new Set(bookings))
  })
})

it('the next start settles a charge whose response was lost in a crash, without a webhook', async () => {
  server = await start()
  const patient = await signUpPatient(server.url)
  const [id = ''] = await bookAll(patient, 1)
  const intent = await patient.charge(id)
  await server.kill('SIGKILL')
  await withDatabaseOf(server, async ({ db }) => {
    await db.update(paymentIntent).set({ due: sql`now()` })
    await db.execute(sql`UPDATE sandbox.event SET done_at = now()`)
  })
  await server.restart()
  await expect.poll(() => patient.unpaid(), { timeout: 60_000 }).toEqual([])
  expect((await patient.list())[0]).toMatchObject({ transactionId: intent })
})

async function withDatabaseOf(stopped: Server, run: (database: Database) => Promise<void>) {
  await stopped.kill('SIGTERM')
  const { databaseUrl, dataDir } = stopped
  const database = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
  try {
    await run(database)
  } finally {
    await database.close()
  }
}

/** Books that many cleanings, one a day. */
async function bookAll(patient: Client, count: number): Promise<string[]> {
  const cleaning = (await patient.treatments()).find(({ name }) => name === 'Teeth Cleaning')
  const ids: string[] = []
  for (let day = 0; day < count; day += 1) {
    const date = formatMediumDate(addDays('2030-01-01', day))
    ids.push(await patient.book({ treatmentId: cleaning?._id, price: 59, date, slot: cleaning?.slots[0] }))
  }
  return ids
}
