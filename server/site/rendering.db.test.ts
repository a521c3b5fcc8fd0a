import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

// The page shows the day on which the test runs.
const clock = () => new Date()
const tomorrow = formatMediumDate(addDays(clinicToday(clock(), 'America/New_York'), 1))

let server: TestApp
let inBerlin: TestApp
beforeAll(async () => {
  server = await openTestApp({ pages: true, clock })
  const env = { CLINIC_COUNTRY: 'DE', CLINIC_LANGUAGE: 'de', CLINIC_CURRENCY: 'EUR', CLINIC_TIME_ZONE: 'Europe/Berlin' }
  inBerlin = await openTestApp({ pages: true, clock, env })
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await inBerlin.close()
  await server.close()
})

let count = 0
let asked = 0
async function signUp(name: string, at = server) {
  count += 1
  const email = `person-${count}@example.com`
  const { cookie } = await at.signUp({ name, email, password: 'a sound passphrase' })
  return { name, email, cookie }
}

async function get(url: string, cookie: string, at = server) {
  const { statusCode, headers, body } = await at.app.inject({ url, headers: { accept: 'text/html', cookie } })
  return { statusCode, headers, body: body.replaceAll('\u00a0', ' ') }
}

/** Requests a page until it has its data, which it may lack on a busy machine. */
function getRendered(url: string, cookie: string, at = server) {
  return vi.waitFor(
    async () => {
      const page = await get(url, cookie, at)
      expect(answersIn(page.body)).toBeDefined()
      return page
    },
    // Requests without a pause, or again at once, would keep the machine busy.
    { timeout: 100_000, interval: 500 + 250 * (asked++ % 16) },
  )
}

const answers = z.object({ date: z.iso.datetime(), by: z.record(z.string(), z.object({ text: z.string() })) })
function answersIn(body: string) {
  const text = body.match(/<script type="application\/json" id="answers">([\s\S]*?)<\/script>/)?.[1]
  return text === undefined ? undefined : answers.parse(JSON.parse(text)).by
}
/** Returns what is within the body's app, without React's comments between texts. */
const shownIn = (body: string) =>
  body.slice(body.indexOf('<div id="app"'), body.indexOf('id="answers"')).replaceAll('<!-- -->', '')

type Signed = Awaited<ReturnType<typeof signUp>>

async function book({ email, name, cookie }: Signed) {
  const { origin, app } = server
  const offered = (await app.inject(`/available?date=${encodeURIComponent(tomorrow)}`)).json()
  const { _id, name: treatment, price, slots } = offered.find((each: { slots: string[] }) => each.slots.length > 0)
  const times = { treatmentId: _id, treatment, price, date: tomorrow, slot: slots[0] }
  const payload = { ...times, patient: email, patientName: name, phone: '+1 212 555 0100' }
  const made = await app.inject({ method: 'POST', url: '/booking', headers: { origin, cookie }, payload })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().booking
}

it('sends the month and the cards of the day in the document, with the answers that they are made of', async () => {
  const ada = await signUp('Ada Lovelace')
  const { statusCode, headers, body } = await getRendered(
    `/appointment?date=${addDays(clinicToday(clock(), 'UTC'), 40)}`,
    ada.cookie,
  )
  const shown = shownIn(body)
  expect(statusCode).toBe(200)
  expect(shown).toContain('Signed in as Ada Lovelace')
  expect(shown.match(/Book Appointment/g)).toHaveLength(9)
  expect(shown).toContain('role="grid"')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-encoding, cookie' })
  expect(headers.etag).toBeUndefined()
  expect(Object.keys(answersIn(body) ?? {}).map((path) => path.replace(/\?.*/, ''))).toEqual(
    expect.arrayContaining(['/api/auth/get-session', '/available', '/available/month', '/offer', '/booking']),
  )
  expect(headers['content-security-policy']).toBe(
    (await get('/appointment', 'clinic.session_token=x')).headers['content-security-policy'],
  )
})

it('sends a person their own appointments only, however many ask at once', async () => {
  const people = await Promise.all(['Ada Lovelace', 'Grace Hopper', 'Mary Somerville'].map((name) => signUp(name)))
  for (const each of people) await book(each)
  const pages = [...people, ...people, ...people, ...people].map(async (person) => {
    const { body } = await getRendered('/dashboard', person.cookie)
    expect(shownIn(body)).toContain('My Appointments: 1')
    expect(shownIn(body)).toContain(`Signed in as ${person.name}`)
    for (const other of people.filter(({ email }) => email !== person.email)) {
      expect(body).not.toContain(other.name)
      expect(body).not.toContain(other.email)
    }
  })
  await Promise.all(pages)
}, 120_000)

it('finishes a person’s page by their own calls after somebody else’s has come between', async () => {
  const [ada, grace] = [await signUp('Ada Lovelace'), await signUp('Grace Hopper')]
  // A busy machine sends a page without its data.
  await vi.waitFor(() => finishBetween(ada, grace), { timeout: 100_000, interval: 1_000 })
}, 120_000)

/** Requests a page for `ada` and lets it wait for a call while `grace` gets hers. */
async function finishBetween(ada: Signed, grace: Signed) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const inject = server.app.inject.bind(server.app)
  vi.spyOn(server.app, 'inject').mockImplementation(((request: { url: string; headers: { cookie: string } }) => {
    if (request.url !== '/offer' || request.headers.cookie !== ada.cookie) return inject(request)
    reach()
    return released.then(() => inject(request))
  }) as never)
  const first = get('/appointment', ada.cookie)
  await reached
  const second = await get('/appointment', grace.cookie)
  release()
  vi.restoreAllMocks()
  for (const [{ name, email }, { body }] of [[ada, await first] as const, [grace, second] as const]) {
    expect(shownIn(body)).toContain(`Signed in as ${name}`)
    const asked = Object.keys(answersIn(body) ?? {}).map((path) => path.replace(/\?date.*/, ''))
    expect(asked).toContain(`/booking?patient=${encodeURIComponent(email)}&cancelled=true`)
    expect(asked).toContain('/available')
  }
}

it('renders the payment of a booking, and says that there is none to anybody else', async () => {
  const [ada, grace] = [await signUp('Ada Lovelace'), await signUp('Grace Hopper')]
  const { _id: id } = await book(ada)
  const own = await getRendered(`/dashboard/payment/${id}`, ada.cookie)
  expect(own.headers.link).toBe('</sandbox/stripe/stripe.js>; rel=preload; as=script')
  expect(shownIn(own.body)).toContain('Pay by card')
  const strange = await getRendered(`/dashboard/payment/${id}`, grace.cookie)
  expect(shownIn(strange.body)).toContain('We can’t find that appointment')
  expect(strange.body).not.toContain('Ada Lovelace')
})

it('escapes what people have typed', async () => {
  const { cookie } = await signUp('</script><b>{{app}}{{answers}}$&')
  const { body } = await getRendered('/dashboard', cookie)
  expect(body).not.toContain('</script><b>')
  expect(answersIn(body)).toHaveProperty('/waiting-list')
})

it('shows each clinic in its language and currency', async () => {
  const [ada, grace] = [await signUp('Ada Lovelace'), await signUp('Grace Hopper', inBerlin)]
  for (let round = 0; round < 2; round += 1) {
    expect(shownIn((await getRendered('/appointment', ada.cookie)).body)).toMatch(/Price: \$\d/)
    const german = shownIn((await getRendered('/appointment', grace.cookie, inBerlin)).body)
    expect(german).toMatch(/Price: \d+ €/)
    expect(german).toMatch(/>Mo<.*>Di<.*>Mi</)
  }
})

it('compresses the document', async () => {
  const { cookie } = await signUp('Ada Lovelace')
  await getRendered('/dashboard', cookie)
  const accepted = { accept: 'text/html', cookie, 'accept-encoding': 'gzip, br' }
  const { headers, rawPayload } = await server.app.inject({ url: '/dashboard', headers: accepted })
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(rawPayload).toString()).toContain('Signed in as Ada Lovelace')
})

it('keeps a session that is renewed', async () => {
  const { cookie } = await signUp('Ada Lovelace')
  const inject = server.app.inject.bind(server.app)
  vi.spyOn(server.app, 'inject').mockImplementation(((request: { url: string }) => {
    const answer = inject(request)
    if (request.url !== '/api/auth/get-session') return answer
    return answer.then((given) => ({
      ...given,
      payload: given.payload,
      headers: { ...given.headers, 'set-cookie': 'a=b' },
    }))
  }) as never)
  expect((await getRendered('/dashboard', cookie)).headers['set-cookie']).toEqual(['a=b'])
})

it('sends the page without data while nobody knows who is signed in', async () => {
  const { cookie } = await signUp('Ada Lovelace')
  const inject = server.app.inject.bind(server.app)
  vi.spyOn(server.app, 'inject').mockImplementation(((request: { url: string }) =>
    request.url === '/api/auth/get-session' ? new Promise(() => {}) : inject(request)) as never)
  const { statusCode, body } = await get('/dashboard', cookie)
  expect(statusCode).toBe(200)
  expect(answersIn(body)).toBeUndefined()
})

it.each([
  ['is refused', (answer: object) => ({ ...answer, statusCode: 503, payload: '' })],
  ['fails', () => Promise.reject(new Error('gone'))],
  ['never ends', () => new Promise(() => {})],
])('leaves the data to the app if a call %s', async (_, outcome) => {
  const { cookie } = await signUp('Ada Lovelace')
  const inject = server.app.inject.bind(server.app)
  vi.spyOn(server.app, 'inject').mockImplementation(((request: { url: string }) => {
    const answer = inject(request)
    return request.url === '/offer' ? answer.then(outcome) : answer
  }) as never)
  const { statusCode, headers, body } = await get('/appointment', cookie)
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-cache')
  expect(answersIn(body)).toBeUndefined()
  expect(body).toContain('Checking who is signed in')
  expect(body).not.toContain('Ada Lovelace')
})

it('sends no data to somebody whose session has ended', async () => {
  const { headers, body } = await get('/dashboard', 'clinic.session_token=x.y')
  expect(headers.etag).toBeDefined()
  expect(answersIn(body)).toBeUndefined()
})
