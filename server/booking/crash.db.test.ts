import { afterEach, expect, inject, it } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'

const engine = inject('engine')
const rounds = 2
const confirmedBeforeTheCrash = 150
const inFlight = 12

let server: Server | undefined
afterEach(() => server?.stop())

it('no confirmed booking is lost by a kill -9', async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { BOOKING_HORIZON_DAYS: '3650', BOOKING_MAX_UPCOMING: '1000' },
  })
  const { url } = server
  const ann = await signUp(url)
  const treatments = (await (await fetch(`${url}/service`)).json()) as Treatment[]
  const confirmed = new Set<string>()
  let day = 0

  for (let round = 1; round <= rounds; round += 1) {
    let alive = true
    const bookUntilItDies = async () => {
      while (alive) {
        const wanted = next()
        const answer = await ann.book(wanted).catch(() => undefined)
        if (!answer) return
        expect(answer.success).toBe(true)
        confirmed.add(answer.booking._id)
        if (confirmed.size >= round * confirmedBeforeTheCrash && alive) {
          alive = false
          await server?.kill('SIGKILL')
        }
      }
    }
    await Promise.all(Array.from({ length: inFlight }, bookUntilItDies))
    await server.restart()
    const found = new Set((await ann.list()).map(({ _id }) => _id))
    expect([...confirmed].filter((id) => !found.has(id))).toEqual([])
    expect(confirmed.size).toBeGreaterThanOrEqual(round * confirmedBeforeTheCrash)
  }

  function next() {
    day += 1
    const treatment = treatments[day % treatments.length]
    const date = formatMediumDate(addDays('2030-01-01', day))
    return { treatmentId: treatment?._id, price: treatment?.price, date, slot: treatment?.slots[0] }
  }
})

async function signUp(url: string) {
  const email = 'ann@example.org'
  const headers = { origin: url, 'content-type': 'application/json' }
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Ann', email, password: 'secret1' }),
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const body = JSON.stringify({ email })
  const token = await fetch(`${url}/user/${email}`, { method: 'PUT', headers: { ...headers, cookie }, body })
  const authorization = `Bearer ${((await token.json()) as { token: string }).token}`
  return {
    book: async (wanted: object) => {
      const payload = JSON.stringify({ ...wanted, patient: email, phone: '1' })
      const answer = await fetch(`${url}/booking`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body: payload,
      })
      return (await answer.json()) as { success: boolean; booking: { _id: string } }
    },
    list: async () => {
      const answer = await fetch(`${url}/booking?patient=${email}`, { headers: { authorization } })
      return (await answer.json()) as { _id: string }[]
    },
  }
}
