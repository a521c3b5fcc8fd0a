import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { abandonJob, emptyQueue, expireHeartbeats, jobsIn } from '#server/testing/jobs.ts'
import { openSandboxTest, type SandboxTest } from '#server/testing/outside/stripe-sandbox.ts'
import { webhookReceiver } from '#server/testing/outside/webhook-receiver.ts'
import { event as eventTable, fault } from '../schema.ts'
import { deliveries } from './event.ts'

let database: TestDatabase
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyQueue(database, deliveries.name)
  await database.db.delete(eventTable)
  await database.db.delete(fault)
})
afterEach(async () => {
  for (const end of closers.splice(0).reverse()) await end()
})

/** Opens a sandbox that retries immediately. */
async function open() {
  const sandbox = await openSandboxTest(database, { secondsUntilRetry: () => 0, holdMs: 600_000 })
  closers.push(sandbox.close)
  return sandbox
}

async function receive(sandbox: SandboxTest, statusFor?: Parameters<typeof webhookReceiver>[1]) {
  const receiver = await webhookReceiver(sandbox.account.webhookSecret, statusFor)
  closers.push(receiver.close)
  return receiver
}

const pay = (sandbox: SandboxTest) => sandbox.newIntent({ payment_method: 'pm_card_visa', confirm: true })
const threeTypes = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']
const polling = { timeout: 20_000 }
const undelivered = () => database.db.$count(eventTable, isNull(eventTable.doneAt))
const allDone = () => expect.poll(undelivered, polling).toBe(0)

it('delivers each event once, in order, signed, with the object as it was at the time', async () => {
  const sandbox = await open()
  const receiver = await receive(sandbox)
  await sandbox.startWebhooks(receiver.url)
  const { id } = await pay(sandbox)
  await allDone()
  expect(receiver.types()).toEqual(threeTypes)
  expect(receiver.received.map(({ object }) => object.status)).toEqual([
    'requires_confirmation',
    'succeeded',
    'succeeded',
  ])
  expect(receiver.received[0]?.object.id).toBe(id)
  expect(receiver.refused()).toBe(0)
})

it('events from before webhooks started are delivered later, also by another process, with a current signature', async () => {
  const before = await open()
  await pay(before)
  await before.close()
  closers.pop()
  await database.db.update(eventTable).set({ createdAt: sql`now() - interval '1 day'` })
  const sandbox = await open()
  const receiver = await receive(sandbox)
  await sandbox.startWebhooks(receiver.url)
  await allDone()
  expect([receiver.types(), receiver.refused()]).toEqual([threeTypes, 0])
})

it('retries until the site accepts an event, without delaying other events', async () => {
  const sandbox = await open()
  let refusals = 3
  const receiver = await receive(sandbox, ({ type }) => (type === 'charge.succeeded' && refusals-- > 0 ? 500 : 200))
  await sandbox.startWebhooks(receiver.url)
  await pay(sandbox)
  await allDone()
  expect(receiver.types().filter((type) => type === 'charge.succeeded')).toHaveLength(4)
  expect(receiver.types().filter((type) => type !== 'charge.succeeded')).toEqual([threeTypes[0], threeTypes[2]])
})

it('treats a redirect as a failure', async () => {
  const sandbox = await open()
  let redirects = 2
  const receiver = await receive(sandbox, () => (redirects-- > 0 ? 302 : 204))
  await sandbox.startWebhooks(receiver.url)
  await sandbox.newIntent()
  await allDone()
  expect(receiver.received).toHaveLength(3)
})

it('gives up on an event after three days', async () => {
  const sandbox = await open()
  const receiver = await receive(sandbox, () => 500)
  await sandbox.newIntent()
  await database.db.update(eventTable).set({ createdAt: sql`now() - interval '73 hours'` })
  await sandbox.startWebhooks(receiver.url)
  await allDone()
  expect(receiver.received).toHaveLength(1)
})

it('delivers each event once when several instances share the database', async () => {
  const instances = [await open(), await open(), await open()]
  const receiver = await receive(instances[0] as SandboxTest)
  await Promise.all(instances.map(pay))
  for (const { startWebhooks } of instances) await startWebhooks(receiver.url)
  await Promise.all(instances.map(pay))
  await allDone()
  const ids = receiver.received.map(({ id }) => id)
  expect(ids).toHaveLength(18)
  expect(new Set(ids).size).toBe(18)
})

it('takes over the delivery of a dead instance', async () => {
  const sandbox = await open()
  await sandbox.newIntent()
  expect(await abandonJob(database, deliveries.name)).toBe(true)
  const receiver = await receive(sandbox)
  await sandbox.startWebhooks(receiver.url)
  await sandbox.newIntent()
  await expect.poll(undelivered, polling).toBe(1)
  expect(receiver.received).toHaveLength(1)
  await expireHeartbeats(database, deliveries.name)
  await sandbox.setFaults({})
  await allDone()
  expect(receiver.received).toHaveLength(2)
})

it('the fault delayMs delays events', async () => {
  const sandbox = await open()
  const receiver = await receive(sandbox)
  await sandbox.startWebhooks(receiver.url)
  await sandbox.setFaults({ webhooks: { delayMs: 3_600_000 } })
  const early = await sandbox.newIntent()
  const late = await sandbox.newIntent()
  const states = async () => (await jobsIn(database, deliveries.name)).map(({ state }) => state)
  await expect.poll(states, polling).toEqual(['retry', 'retry'])
  await database.db
    .update(eventTable)
    .set({ createdAt: sql`now() - interval '1 hour'` })
    .where(eq(sql`${eventTable.object} ->> 'id'`, early.id))
  await sandbox.setFaults({ webhooks: { delayMs: 3_600_000 } })
  await expect.poll(() => receiver.received.map(({ object }) => object.id), polling).toEqual([early.id])
  await sandbox.setFaults({})
  await allDone()
  expect(receiver.received.map(({ object }) => object.id)).toEqual([early.id, late.id])
})

it('the fault drop loses the next events, or all', async () => {
  const sandbox = await open()
  const receiver = await receive(sandbox)
  await sandbox.startWebhooks(receiver.url)
  const set = await sandbox.setFaults({ webhooks: { drop: 2 } })
  expect(set.json()).toEqual({ webhooks: { drop: 2 }, api: null })
  await pay(sandbox)
  await allDone()
  expect(receiver.types()).toEqual([threeTypes[2]])
  await sandbox.setFaults({ webhooks: { drop: 'all' } })
  await pay(sandbox)
  await allDone()
  await sandbox.setFaults({})
  await sandbox.newIntent()
  await allDone()
  expect(receiver.types()).toEqual([threeTypes[2], threeTypes[0]])
  expect(await sandbox.events()).toHaveLength(7)
})

it('the fault duplicate repeats an event with the same id', async () => {
  const sandbox = await open()
  const receiver = await receive(sandbox)
  await sandbox.setFaults({ webhooks: { duplicate: 2 } })
  await sandbox.startWebhooks(receiver.url)
  await sandbox.newIntent()
  await allDone()
  const ids = receiver.received.map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])
})

it('the fault reorder swaps two events and waits for a second one', async () => {
  const sandbox = await open()
  const receiver = await receive(sandbox)
  await sandbox.setFaults({ webhooks: { reorder: true } })
  await pay(sandbox)
  await sandbox.startWebhooks(receiver.url)
  await expect.poll(undelivered, polling).toBe(1)
  expect(receiver.types()).toEqual([threeTypes[1], threeTypes[0]])
  const other = await sandbox.newIntent()
  await allDone()
  expect(receiver.types().slice(2)).toEqual([threeTypes[0], threeTypes[2]])
  expect(receiver.received[2]?.object.id).toBe(other.id)
})
