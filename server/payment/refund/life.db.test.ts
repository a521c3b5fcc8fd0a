import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, isNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { call, charge } from '#sandbox/stripe/schema.ts'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { paymentIntent, paymentLedger, refund } from '#server/database/schema/payment.ts'
import { type Client, signInStaff, signUpPatient } from '#server/testing/outside/client.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

// APPOINTMENTS=1000 runs the long form.
const count = Number(process.env.APPOINTMENTS ?? 40)
const concurrency = 12
const perPatient = 15
const engine = inject('engine')
const slowly = { timeout: count * 1_000 + 60_000, interval: 500 }

let server: Server | undefined
afterEach(() => server?.stop())

it('appointments moved, cancelled, paid and refunded at random agree to the cent after a kill -9, and none is reminded wrongly', {
  timeout: slowly.timeout * 3,
}, async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { BOOKING_MAX_UPCOMING: '1000', DEMO: 'on' },
  })
  const { url, dataDir } = server
  const random = randomFrom(16)
  const staff = await signInStaff(url)
  const patients = await Promise.all(
    Array.from({ length: Math.ceil(count / perPatient) }, (_, at) => signUpPatient(url, `patient${at}@example.org`)),
  )
  const appointments = await bookAll(patients, random)
  expect(appointments.length).toBeGreaterThanOrEqual(count * 0.9)

  let done = 0
  let killing: Promise<unknown> | undefined
  const live = async (all: Appointment[], kills: boolean) => {
    const left = [...all]
    const work = async () => {
      for (let one = left.pop(); one; one = left.pop()) {
        await liveThrough(one, staff, random).catch(() => undefined)
        done += 1
        if (kills && done >= count / 2) killing ??= server?.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  }
  await live(appointments, true)
  await killing
  await withDatabaseOf(server, ({ db }) => letTimePass(db))
  await server.restart()
  await live(appointments, false)
  await expect.poll(() => refunding(patients), slowly).toEqual([])
  // Moved appointments are old enough to be reminded of now.
  await server.kill('SIGTERM')
  await withDatabaseOf(server, ({ db }) => letTimePass(db))
  await server.restart()
  const upcoming = (await Promise.all(patients.map(({ list }) => list()))).flat().length
  await expect.poll(() => countReminders(dataDir), slowly).toBeGreaterThanOrEqual(upcoming)
  await server.kill('SIGTERM')
  await withDatabaseOf(server, ({ db }) => agree(db))
})

type Appointment = { id: string; patient: Client; price: number }

async function bookAll(patients: Client[], random: () => number): Promise<Appointment[]> {
  const [first] = patients
  const treatments = (await first?.treatments()) ?? []
  const booked = await Promise.all(
    patients.map(async (patient) => {
      const own: Appointment[] = []
      for (let tries = 0; own.length < perPatient && tries < perPatient * 8; tries += 1) {
        const {
          _id: treatmentId,
          price = 0,
          slots,
        } = treatments[Math.floor(random() * treatments.length)] ?? { slots: [] }
        const slot = slots[Math.floor(random() * slots.length)]
        const wanted = { treatmentId, price, slot, date: someDay(random) }
        const id = await patient.book(wanted).catch(() => undefined)
        if (id) own.push({ id, patient, price })
      }
      return own
    }),
  )
  return booked.flat().slice(0, count)
}

/** A day within the time in which the clinic reminds, and before which patients can still change. */
function someDay(random: () => number): string {
  return formatMediumDate(addDays(clinicToday(new Date(), 'America/New_York'), 2 + Math.floor(random() * 11)))
}

async function liveThrough({ id, patient, price }: Appointment, staff: Client, random: () => number) {
  const steps = [
    async () => patient.report(id, await patient.charge(id, price)),
    async () => patient.move(id, someDay(random), '10.00 AM - 10.30 AM'),
    async () => patient.move(id, someDay(random), '02.00 PM - 02.30 PM'),
    async () => patient.cancel(id),
    async () => staff.request('POST', `/desk/appointments/${id}/refund`, part()),
    async () => staff.request('POST', `/desk/appointments/${id}/cancel`, { refund: Math.floor(random() * price) }),
    // In two tabs.
    async () => Promise.all([patient.cancel(id), patient.cancel(id), patient.charge(id, price)]),
  ]
  const part = () => ({ requestId: crypto.randomUUID(), amount: 1 + Math.floor(random() * price) })
  await steps[0]?.().catch(() => undefined)
  for (let step = 0; step < 2; step += 1) {
    await steps[Math.floor(random() * steps.length)]?.().catch(() => undefined)
  }
}

/** Makes the work of the killed process due, lets the idempotency keys of its calls expire, and makes appointments old
 *  enough to be reminded of. */
async function letTimePass(db: Database['db']) {
  await db.update(paymentIntent).set({ due: sql`now()` })
  await db.update(refund).set({ checkAt: sql`now()` })
  await db.delete(call).where(isNull(call.status))
  await db.execute(sql`UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state = 'active'`)
  await db.update(clinicPolicy).set({ reminderHours: 336 })
  await db.update(booking).set({ scheduledAt: sql`now() - interval '30 days'` })
}

async function refunding(patients: Client[]): Promise<string[]> {
  const lists = await Promise.all(
    patients.map((patient) => patient.listAll().catch(() => [{ _id: 'no answer', refunding: 1 }])),
  )
  return lists.flat().flatMap(({ _id, refunding }) => (refunding ? [_id] : []))
}

/** Bookings, intents, ledger, refunds and provider have the same sums. */
async function agree(db: Database['db']) {
  const cents = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)::int`
  const [booked] = await db
    .select({
      paid: cents(sql`case when ${booking.transactionId} is not null then ${booking.priceCents} end`),
      refunded: cents(booking.refundedCents),
    })
    .from(booking)
  const ledger = async (kind: 'settled' | 'refund-succeeded') => {
    const [sum] = await db
      .select({ cents: cents(paymentLedger.amount) })
      .from(paymentLedger)
      .where(eq(paymentLedger.kind, kind))
    return sum?.cents
  }
  const [own] = await db
    .select({ refunded: cents(refund.amount) })
    .from(refund)
    .where(
      sql`${refund.state} = 'succeeded' and exists (select from booking where booking.transaction_id = ${refund.intentId})`,
    )
  const [all] = await db
    .select({ refunded: cents(refund.amount) })
    .from(refund)
    .where(eq(refund.state, 'succeeded'))
  const [provider] = await db
    .select({ taken: cents(charge.amount), refunded: cents(charge.refunded) })
    .from(charge)
    .where(sql`${charge.failure} is null`)
  expect(await ledger('settled')).toBe(booked?.paid)
  expect(own?.refunded).toBe(booked?.refunded)
  expect(await ledger('refund-succeeded')).toBe(all?.refunded)
  expect(provider?.refunded).toBe(all?.refunded)
  // What the provider took beyond the paid appointments went back.
  expect((provider?.taken ?? 0) - (provider?.refunded ?? 0)).toBe((booked?.paid ?? 0) - (booked?.refunded ?? 0))
  expect(booked?.paid).toBeGreaterThan(0)
  expect(booked?.refunded).toBeGreaterThan(0)
}

/** Checks that no appointment was reminded of twice for one time, or after its cancellation. Returns the number of
 *  reminders. */
async function countReminders(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'outbox')
  const reminders = new Set<string>()
  const cancelled = new Set<string>()
  for (const name of (await readdir(folder)).sort()) {
    const email = await readFile(join(folder, name), 'latin1')
    const subject = /^Subject: (.*)$/im.exec(email)?.[1]?.trim()
    const [uid] = /^UID:\S+/m.exec(email) ?? []
    const [start] = /^DTSTART\S+/m.exec(email) ?? []
    if (uid === undefined) continue
    if (subject === 'Your appointment is cancelled') cancelled.add(uid)
    if (subject !== 'A reminder of your appointment') continue
    expect(cancelled).not.toContain(uid)
    expect(reminders).not.toContain(uid + start)
    reminders.add(uid + start)
  }
  return reminders.size
}

async function withDatabaseOf({ databaseUrl, dataDir }: Server, run: (database: Database) => Promise<void>) {
  const database = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
  try {
    await run(database)
  } finally {
    await database.close()
  }
}

/** Returns a linear congruential generator (Numerical Recipes), so that each run takes the same steps. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
