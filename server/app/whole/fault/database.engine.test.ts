import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { watchHealth } from '#server/app/whole/testing/health.ts'
import { type Answer, isBusy } from '#server/testing/fault/answer.ts'
import { type DatabaseProxy, openProxy } from '#server/testing/fault/proxy.ts'
import { startWork, type Work } from '#server/testing/fault/work.ts'
import { signUpPatient } from '#server/testing/outside/client.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

// OUTAGE_SECONDS=30 runs the long form and prints figures.
const long = process.env.OUTAGE_SECONDS
const outageMs = Number(long ?? 2) * 1_000
const engine = inject('engine')
const slowly = { timeout: 30_000 }

// Shorter than those of the product, so that the test takes seconds.
const statementTimeoutMs = 2_500
const timeouts = `statement_timeout=${statementTimeoutMs}&lock_timeout=2400`

// The embedded database is part of the process.
describe.skipIf(engine.kind !== 'postgres')('a database that fails under load', () => {
  let server: Server
  let proxy: DatabaseProxy
  let work: Work
  let direct: Client

  beforeAll(async () => {
    server = await startServer({
      databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
      reachDatabase: async (url) => {
        proxy = await openProxy(url)
        return `${proxy.url}?${timeouts}`
      },
      env: { BOOKING_MAX_UPCOMING: '1000' },
    })
    work = await startWork(server.url)
    await work.stop()
  })
  afterAll(async () => {
    await server.stop()
    proxy.close()
  })
  beforeEach(async () => {
    direct = new Client({ connectionString: server.databaseUrl })
    direct.on('error', () => {})
    await direct.connect()
    work.resume()
    await confirmMore()
  })
  afterEach(async () => {
    await direct.end()
    await work.stop()
  })

  const confirmMore = async () => {
    const wanted = work.confirmed() + 40
    await expect.poll(work.confirmed, slowly).toBeGreaterThan(wanted)
  }
  /** Ends a fault, waits until all is well, and returns the ms until the first booking. */
  const recover = async (mend: () => unknown) => {
    await mend()
    const mendedAt = work.elapsed()
    await confirmMore()
    const isFirst = ({ call, status, at }: Answer) => call === 'book' && status === 201 && at > mendedAt
    return (work.answers.find(isFirst)?.at ?? Number.POSITIVE_INFINITY) - mendedAt
  }
  /** Expects that nothing that was confirmed is lost, and that all failures were 503 within `ms`. */
  const expectOnlyBusy = async (name: string, ms: number, recoveryMs: number, more: Failure[] = []) => {
    await work.stop()
    expect((await work.compare()).wrong).toEqual([])
    expect(server.log()).not.toContain('@example.org')
    const failures: Failure[] = [...work.failures(), ...more.filter(({ status }) => status !== 200)]
    const longestMs = Math.max(...failures.map((failure) => failure.ms))
    if (long) process.stdout.write(`${JSON.stringify({ name, failures: failures.length, longestMs, recoveryMs })}\n`)
    expect(failures).not.toEqual([])
    expect(failures.filter((failure) => !isBusy(failure))).toEqual([])
    expect(longestMs).toBeLessThan(ms)
    expect(recoveryMs).toBeLessThan(8_000)
  }

  it('refuses connections: 503 within two seconds, and emails go on afterwards', async () => {
    const health = watchHealth(server.url)
    await server.database?.block()
    const blockedAt = work.elapsed()
    await sleep(outageMs / 2)
    const others = await Promise.all([
      call(server, 'POST', '/api/auth/sign-in/email', { email: 'ann@example.org', password: 'secret1' }),
      call(server, 'POST', '/api/auth/sign-up/email', { name: 'Ann', email: 'ann@example.org', password: 'secret1' }),
      call(server, 'POST', '/api/auth/request-password-reset', { email: 'ann@example.org' }),
    ])
    const treatments = await fetch(`${server.url}/service`)
    await sleep(outageMs / 2)
    expect(health.ready.at(-1)?.status).toBe(503)
    const recoveryMs = await recover(() => server.database?.unblock())
    await expect.poll(() => health.ready.at(-1)?.status, slowly).toBe(200)
    await health.stop()
    expect(others.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(treatments.status).toBe(200)
    expect(Number(treatments.headers.get('age'))).toBeGreaterThan(0)
    // The days that were seen before; each is read once more meanwhile.
    expect(
      work.answers.filter(({ call, status, at }) => call === 'read' && status === 200 && at > blockedAt),
    ).not.toEqual([])
    expect(server.log().match(/out of reach/g)?.length).toBeLessThan(outageMs / 1_000 + 5)
    // What an answer without any work takes on this machine comes on top.
    const slowestMs = Math.max(...health.alive.map(({ ms }) => ms))
    await expectOnlyBusy('refused', 2_000 + 2 * slowestMs, recoveryMs, others)
    expectAlive(health)
    const { email } = await signUpPatient(server.url, `${crypto.randomUUID()}@example.org`)
    await expect.poll(() => mailsTo(server.dataDir, email), slowly).not.toEqual([])
  })

  it('is unreachable: 503 in bounded time', async () => {
    const health = watchHealth(server.url)
    const frozenAt = work.elapsed()
    proxy.freeze()
    // Longer than a connection may be silent.
    await sleep(Math.max(outageMs, statementTimeoutMs + 4_500))
    const thawedAt = work.elapsed()
    const recoveryMs = await recover(proxy.thaw)
    await health.stop()
    // Answered because of a timeout, not because the database is back.
    expect(work.answers.filter(({ ms, at }) => at - ms <= frozenAt && at > thawedAt)).toEqual([])
    expect(health.ready.some(({ status }) => status === 503)).toBe(true)
    expectAlive(health)
    await expectOnlyBusy('unreachable', statementTimeoutMs + 5_000, recoveryMs)
  })

  it('has no free connection: 503 after the wait for a lock, then at once', async () => {
    const patient = await signUpPatient(server.url, `${crypto.randomUUID()}@example.org`)
    const list = () => call(server, 'GET', `/booking?patient=${patient.email}`, undefined, patient.authorization)
    const health = watchHealth(server.url)
    await direct.query('BEGIN; LOCK TABLE booking IN ACCESS EXCLUSIVE MODE')
    const sent: Promise<Failure>[] = []
    const refused: Failure[] = []
    const send = () => {
      const answer = list()
      sent.push(answer)
      answer.then((given) => given.status === 503 && refused.push(given))
    }
    // More than the pool has connections.
    for (let count = 0; count < 30; count += 1) send()
    const isRefused = () => {
      send()
      const isAtOnce = refused.some(({ ms, body }) => ms < 500 && body.includes('not reachable'))
      return isAtOnce && refused.some(({ body }) => body.includes('takes too long to answer'))
    }
    await expect.poll(isRefused, { ...slowly, interval: 50 }).toBe(true)
    const recoveryMs = await recover(() => direct.query('ROLLBACK'))
    await health.stop()
    expectAlive(health)
    await expectOnlyBusy('exhausted', statementTimeoutMs + 5_000, recoveryMs, await Promise.all(sent))
  })

  it('hangs in one query: 503 within the timeout, nothing changed, one line in the log', async () => {
    const patient = await signUpPatient(server.url, `${crypto.randomUUID()}@example.org`)
    const [treatment] = await patient.treatments()
    const wanted = { treatmentId: treatment?._id, price: treatment?.price, slot: treatment?.slots[0] }
    await direct.query(`CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$;
      CREATE TRIGGER hang BEFORE INSERT ON booking FOR EACH ROW WHEN (NEW.phone = 'hang') EXECUTE FUNCTION hang()`)
    const logged = server.log().length
    const before = work.confirmed()
    const body = { ...wanted, date: 'Mar 3, 2027', patient: patient.email, phone: 'hang' }
    const answer = await call(server, 'POST', '/booking', body, patient.authorization)
    const meanwhile = work.confirmed() - before
    await direct.query('DROP TRIGGER hang ON booking; DROP FUNCTION hang')
    expect(isBusy(answer), answer.body).toBe(true)
    expect(answer.body).toContain('takes too long to answer')
    expect(answer.ms).toBeLessThan(statementTimeoutMs + 1_000)
    expect(await patient.listAll()).toEqual([])
    expect(meanwhile).toBeGreaterThan(0)
    const lines = server.log().slice(logged).trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('the database took too long')
    expect(lines[0]).not.toContain(patient.email)
    await work.stop()
    expect(work.failures()).toEqual([])
    expect((await work.compare()).wrong).toEqual([])
  })
})

type Failure = Pick<Answer, 'status' | 'body' | 'type' | 'retryAfter' | 'ms'>

function expectAlive({ alive }: ReturnType<typeof watchHealth>) {
  expect(alive.filter(({ status, ms }) => status !== 200 || ms > 1_500)).toEqual([])
}

async function call(
  { url }: Server,
  method: string,
  path: string,
  body?: object,
  authorization?: string,
): Promise<Failure> {
  const sentAt = performance.now()
  const answer = await fetch(url + path, {
    method,
    headers: {
      origin: url,
      ...(body && { 'content-type': 'application/json' }),
      ...(authorization && { authorization }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const { status, headers } = answer
  const text = await answer.text()
  const ms = performance.now() - sentAt
  return { status, type: headers.get('content-type'), retryAfter: headers.get('retry-after'), body: text, ms }
}
