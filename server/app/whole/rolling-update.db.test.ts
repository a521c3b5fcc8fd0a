import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { openBalancer } from '#server/app/whole/testing/balancer.ts'
import { type Sent, send } from '#server/testing/fault/answer.ts'
import { type Client, signUpPatient } from '#server/testing/outside/client.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const readers = 8
const pauseMs = 10

// The embedded database is part of one process.
describe.skipIf(engine.kind !== 'postgres')('two instances behind a proxy', () => {
  let instances: Server[]
  let balancer: Awaited<ReturnType<typeof openBalancer>>
  let ann: Client
  beforeAll(async () => {
    const env = { DEMO: 'on', RATE_LIMIT: 'off', DRAIN_SECONDS: '3', BOOKING_MAX_UPCOMING: '1000' }
    const first = await startServer({ databaseServer: engine.kind === 'postgres' ? engine.url : '', env })
    const shared = { DATABASE_URL: first.databaseUrl ?? '', DATA_DIR: first.dataDir, PUBLIC_URL: first.url }
    instances = [first, await startServer({ env: { ...env, ...shared } })]
    balancer = await openBalancer(instances.map(({ url }) => url))
    ann = await signUpPatient(first.url)
  }, 120_000)
  afterAll(async () => {
    balancer.close()
    for (const instance of instances.toReversed()) await instance.stop()
  })

  const day = (n: number) => formatMediumDate(addDays(clinicToday(new Date(), 'UTC'), 2 + n))
  const call = (method: string, path: string, body?: object) =>
    send(
      {
        send: (method, path, body) =>
          fetch(balancer.url + path, {
            method,
            headers: {
              ...{ authorization: ann.authorization, origin: instances[0]?.url ?? '' },
              ...(body && { 'content-type': 'application/json' }),
            },
            ...(body && { body: JSON.stringify(body) }),
          }),
      },
      method,
      path,
      body,
    )

  /** Sends calls all the time while `work` runs, and returns how they were answered. */
  async function during(work: () => Promise<void>, callers: number, one: (n: number) => Promise<Sent>) {
    const answers: Sent[] = []
    let isOver = false
    let calls = 0
    const repeat = async () => {
      while (!isOver) {
        calls += 1
        answers.push(await one(calls))
        await sleep(pauseMs)
      }
    }
    const all = Array.from({ length: callers }, repeat)
    await work()
    isOver = true
    await Promise.all(all)
    return answers
  }

  const read = (n: number) =>
    n % 4 === 0
      ? call('GET', `/booking?patient=${ann.email}`)
      : call('GET', `/available?date=${encodeURIComponent(day(n % 60))}`)

  it('refuse no read while one after the other is replaced', async () => {
    const update = async () => {
      for (const instance of instances) {
        await instance.restart()
        await expect.poll(balancer.isWhole, { timeout: 30_000 }).toBe(true)
      }
    }
    const answers = await during(update, readers, read)
    const failed = answers.filter(({ status }) => status !== 200)
    expect(failed).toEqual([])
  }, 180_000)

  it('book at each time that is free while one is killed and starts again', async () => {
    const [treatment] = (await (await ann.request('GET', '/service')).json()) as Treatment[]
    const book = async (n: number): Promise<Sent> => {
      const date = day(n)
      const body = { treatmentId: treatment?._id, date, slot: '10.00 AM - 10.30 AM', price: treatment?.price }
      return call('POST', '/booking', { ...body, patient: ann.email, phone: '+1 212 555 0100' })
    }
    const kill = async () => {
      await sleep(1_000)
      await instances[0]?.kill('SIGKILL')
      await instances[0]?.restart()
      await expect.poll(balancer.isWhole, { timeout: 30_000 }).toBe(true)
    }
    const answers = await during(kill, 1, book)
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(10)
    // One that the killed instance had is not answered, and not repeated by the proxy.
    expect(answers.filter(({ status }) => status !== 201 && status !== 502)).toEqual([])
  }, 180_000)
})
