import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import type { DeskDay } from '#contract/desk/day.ts'
import { deskMethods, type PaymentDetails } from '#contract/desk/payment.ts'
import type { Till } from '#contract/desk/till.ts'
import { addDays, clinicToday, formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { call } from '#sandbox/stripe/schema.ts'
import type { Database } from '#server/database/db.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { paymentIntent, refund } from '#server/database/schema/payment.ts'
import { agree } from '#server/payment/testing/money.ts'
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

it('appointments moved, cancelled, priced, paid at the desk and by card, voided and refunded at random agree to the cent after a kill -9, and none is reminded wrongly', {
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
        if (!kills && done % 20 === 0) await closeTill(staff).catch(() => undefined)
        done += 1
        if (kills && done >= count / 2) killing ??= server?.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  }
  await live(appointments, true)
  await killing
  await withDatabaseOf(server, async ({ db }) => {
    await letTimePass(db)
    await letDayPass(db)
  })
  await server.restart()
  await closeTill(staff, addDays(clinicToday(new Date(), 'America/New_York'), -1))
  await live(appointments, false)
  // It may have been closed meanwhile.
  await closeTill(staff).catch(() => undefined)
  await giveAllBack(staff)
  await expect.poll(() => refunding(patients), slowly).toEqual([])
  // Moved appointments are old enough to be reminded of now.
  await server.kill('SIGTERM')
  await withDatabaseOf(server, ({ db }) => letTimePass(db))
  await server.restart()
  const upcoming = (await Promise.all(patients.map(({ list }) => list()))).flat().length
  await expect.poll(() => countReminders(dataDir), slowly).toBeGreaterThanOrEqual(upcoming)
  await server.kill('SIGTERM')
  await withDatabaseOf(server, (database) => agree(database, { closes: 2 }))
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
  const at = `/desk/appointments/${id}`
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const money = async () => (await (await staff.request('GET', `${at}/payment`)).json()) as PaymentDetails
  const request = () => ({ requestId: crypto.randomUUID() })
  const steps = [
    async () => patient.report(id, await patient.charge(id, (await money()).owed)),
    async () => patient.move(id, someDay(random), '10.00 AM - 10.30 AM'),
    async () => patient.move(id, someDay(random), '02.00 PM - 02.30 PM'),
    async () => patient.cancel(id),
    async () => {
      const paid = one((await money()).payments)
      const again = paid?.method !== 'card-online' && random() < 0.5
      const body = { ...request(), amount: upTo(price), paymentId: paid?._id, owedAgain: again }
      await staff.request('POST', `${at}/refund`, body)
    },
    async () => staff.request('POST', `${at}/cancel`, { refund: Math.floor(random() * price) }),
    // In two tabs.
    async () => Promise.all([patient.cancel(id), patient.cancel(id), patient.charge(id, price)]),
    ...Array.from({ length: 3 }, () => async () => {
      const method = one(deskMethods)
      await staff.request('POST', `${at}/payments`, { ...request(), method, amount: upTo(price) })
    }),
    // At two desks, while the patient pays by card.
    async () => {
      const take = () => staff.request('POST', `${at}/payments`, { ...request(), method: 'cash', amount: price })
      await Promise.all([patient.charge(id, price), take(), take()])
    },
    async () => {
      const { price: from } = await money()
      await staff.request('PATCH', `${at}/price`, { price: upTo(price * 2), from, reason: 'Agreed' })
    },
    async () =>
      staff.request('POST', `/desk/payments/${one((await money()).payments)?._id}/void`, { reason: 'Mistake' }),
    async () => {
      for (const { _id } of (await money()).refunds) await staff.request('POST', `/desk/refunds/${_id}/hand-out`)
    },
  ]
  await one(steps.slice(0, 1).concat(steps.slice(7, 10)))?.().catch(() => undefined)
  for (let step = 0; step < 4; step += 1) await one(steps)?.().catch(() => undefined)
}

/** Closes the open days of the till as they are expected, through `last` if given. */
async function closeTill(staff: Client, last?: IsoDate): Promise<void> {
  const { date, methods } = (await (await staff.request('GET', '/desk/till')).json()) as Till
  const expected = Object.fromEntries(
    methods.flatMap(({ method, expected }) => (method === 'card-online' ? [] : [[method, expected]])),
  )
  const body = { date: last ? formatMediumDate(last) : date, expected, counted: expected }
  await staff.request('POST', '/desk/till/close', body)
}

/** Hands out all money that waits for it. */
async function giveAllBack(staff: Client): Promise<void> {
  const date = encodeURIComponent(formatMediumDate(clinicToday(new Date(), 'America/New_York')))
  const { toGiveBack = [] } = (await (await staff.request('GET', `/desk/day?date=${date}`)).json()) as DeskDay
  if (toGiveBack.length === 0) return
  for (const { _id } of toGiveBack) await staff.request('POST', `/desk/refunds/${_id}/hand-out`)
  await giveAllBack(staff)
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

/** Lets the till's day pass: what happened today happened on the day before. */
async function letDayPass(db: Database['db']) {
  const tables = ['payment', 'refund_entry', 'day_close']
  const turn = (how: string) => sql.raw(tables.map((table) => `ALTER TABLE ${table} ${how} TRIGGER USER`).join(';'))
  await db.execute(turn('DISABLE'))
  await db.execute(sql`
    UPDATE payment SET day = day - 1; UPDATE refund_entry SET day = day - 1;
    UPDATE day_close SET date = date - 1, first_day = first_day - 1; UPDATE till SET closed_through = closed_through - 1`)
  await db.execute(turn('ENABLE'))
}

async function refunding(patients: Client[]): Promise<string[]> {
  const lists = await Promise.all(
    patients.map((patient) => patient.listAll().catch(() => [{ _id: 'no answer', refunding: 1 }])),
  )
  return lists.flat().flatMap(({ _id, refunding }) => (refunding ? [_id] : []))
}

/** Checks that no appointment was reminded of twice for one time, or after its cancellation. Returns the number of
 *  reminders. */
async function countReminders(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'outbox')
  const reminders = new Set<string>()
  const cancelled = new Set<string>()
  for (const name of (await readdir(folder)).sort()) {
    const email = await readFile(join(folder, name), 'latin1')
    const subject = /^Subject: (.*)$/im.exec(email)?.[1]?.trim() ?? ''
    const [uid] = /^UID:\S+/m.exec(email) ?? []
    const [start] = /^DTSTART\S+/m.exec(email) ?? []
    if (uid === undefined) continue
    if (subject.startsWith('Your appointment is cancelled')) cancelled.add(uid)
    if (!subject.startsWith('A reminder of your appointment')) continue
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
