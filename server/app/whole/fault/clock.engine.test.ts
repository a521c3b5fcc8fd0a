import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterEach, expect, inject, it } from 'vitest'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { signInStaff } from '#server/testing/outside/client.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const slowly = { timeout: 30_000 }
const hourMs = 3_600_000
const email = 'ann@example.org'

let server: Server | undefined
afterEach(() => server?.stop())

/** Starts a server whose clock can be set. */
async function start() {
  const preload = `${import.meta.dirname}/../../../testing/fault/preload/clock.ts`
  const started = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { DEMO: 'on', NODE_OPTIONS: `--import ${preload}` },
  })
  server = started
  return {
    ...started,
    /** Sets the server's clock to the machine's time and `offsetMs`, and waits until it is. */
    setClock: async (offsetMs: number) => {
      const file = join(started.dataDir, 'clock-offset')
      writeFileSync(file, String(offsetMs))
      process.kill(started.pid(), 'SIGUSR2')
      await expect.poll(() => existsSync(file)).toBe(false)
    },
  }
}

/** Signs a patient up in a browser, which renews its token as the pages do. */
async function signUp(url: string) {
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const sent = { origin: url, ...(body && { 'content-type': 'application/json' }), ...headers }
    const answer = await fetch(url + path, { method, headers: sent, ...(body && { body: JSON.stringify(body) }) })
    expect([answer.status, path]).toEqual([path === '/booking' && method === 'POST' ? 201 : 200, path])
    return answer
  }
  const signedUp = await send('POST', '/api/auth/sign-up/email', { name: 'Ann', email, password: 'secret1' })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const renewed = async () => {
    const { token } = (await (await send('PUT', `/user/${email}`, { email }, { cookie })).json()) as { token: string }
    return { authorization: `Bearer ${token}` }
  }
  return {
    renewed,
    book: async (date: string, headers: Record<string, string>) => {
      const [treatment] = (await (await send('GET', '/service')).json()) as { _id: string; price: number }[]
      const free = (await (await send('GET', `/available?date=${encodeURIComponent(date)}`)).json()) as {
        _id: string
        slots: string[]
      }[]
      const [slot] = free.find(({ _id }) => _id === treatment?._id)?.slots ?? []
      const wanted = { treatmentId: treatment?._id, price: treatment?.price, slot, date, patient: email, phone: '1' }
      await send('POST', '/booking', wanted, headers)
    },
    list: async (headers: Record<string, string>) =>
      (await (await send('GET', `/booking?patient=${email}`, undefined, headers)).json()) as { date: string }[],
  }
}

/** Returns when a token was issued, in ms. */
function issuedAt({ authorization }: { authorization: string }) {
  return (decodeJwt(authorization.slice('Bearer '.length)).iat ?? 0) * 1_000
}

it('books, mails and keeps people signed in while its clock jumps an hour forward and back', async () => {
  const { url, dataDir, setClock, log } = await start()
  const ann = await signUp(url)
  const dates: string[] = []
  for (const offset of [0, hourMs, 0, -hourMs, 0]) {
    await setClock(offset)
    const date = formatMediumDate(addDays(clinicToday(new Date(), 'UTC'), 20 + dates.length))
    // A page does this when its token has expired.
    const token = await ann.renewed()
    expect(Math.abs(issuedAt(token) - Date.now() - offset)).toBeLessThan(60_000)
    await ann.book(date, token)
    dates.push(date)
    expect((await ann.list(token)).map((booking) => booking.date).sort()).toEqual([...dates].sort())
    const booked = async () =>
      (await mailsTo(dataDir, email)).filter(({ subject }) => subject.includes('appointment')).length
    await expect.poll(booked, slowly).toBe(dates.length)
  }
  expect(log()).not.toMatch(/"level":50/)
})

it('signs staff out if an hour passes on the clock of the database', async () => {
  const { url, setClock } = await start()
  const staff = await signInStaff(url)
  const status = async () => (await staff.send('GET', '/audit', undefined, 10_000)).status
  expect(await status()).toBe(200)
  await setClock(hourMs)
  // The clock of a PostgreSQL server is its own.
  expect(await status()).toBe(engine.kind === 'pglite' ? 401 : 200)
})
