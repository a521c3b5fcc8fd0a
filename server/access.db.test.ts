import diagnostics from 'node:diagnostics_channel'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pages } from '#contract/pages.ts'
import type { Treatment } from '#contract/treatment.ts'
import { session, user } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

// Who may call what. A route of the app that is neither in `table` nor in `open` fails the last test.

const callers = ['visitor', 'patient', 'other', 'admin', 'expired', 'tampered'] as const
type Who = (typeof callers)[number]
type Answers = [visitor: number, patient: number, other: number, admin: number, expired: number, tampered: number]

type Stage = {
  patient: string
  newcomer: string
  bookingId: string
  price: number | undefined
  wanted: (who: Who) => object
}
type Wanted = { url: string; payload?: object }

/** Each route as `patient` would call it for themselves, by which proof, and what each caller is answered. */
const table: [route: string, proof: 'token' | 'cookie', call: (stage: Stage, who: Who) => Wanted, answers: Answers][] =
  [
    ['GET /service', 'token', () => ({ url: '/service' }), [200, 200, 200, 200, 200, 200]],
    ['GET /available', 'token', () => ({ url: '/available?date=May 1, 2027' }), [200, 200, 200, 200, 200, 200]],
    [
      'PUT /user/:email',
      'cookie',
      ({ patient }) => ({ url: `/user/${patient}`, payload: { email: patient } }),
      [401, 200, 403, 403, 401, 401],
    ],
    [
      'PUT /user/:email',
      'token',
      ({ patient }) => ({ url: `/user/${patient}`, payload: { email: patient } }),
      [401, 401, 401, 401, 401, 401],
    ],
    [
      'GET /api/auth/verify-email',
      'cookie',
      ({ patient }) => ({ url: `/api/auth/verify-email?token=${new UnsecuredJWT({ email: patient }).encode()}` }),
      // The patient gets as far as to be told that the token is forged.
      [401, 401, 403, 403, 401, 401],
    ],
    ['GET /api/auth/account', 'cookie', () => ({ url: '/api/auth/account' }), [401, 200, 200, 200, 401, 401]],
    ['GET /api/auth/account', 'token', () => ({ url: '/api/auth/account' }), [401, 401, 401, 401, 401, 401]],
    ['GET /api/auth/devices', 'cookie', () => ({ url: '/api/auth/devices' }), [401, 200, 200, 200, 401, 401]],
    ['DELETE /api/auth/devices', 'cookie', () => ({ url: '/api/auth/devices' }), [401, 204, 204, 204, 401, 401]],
    [
      'DELETE /api/auth/devices/:id',
      'cookie',
      () => ({ url: '/api/auth/devices/unknown' }),
      [401, 404, 404, 404, 401, 401],
    ],
    [
      'POST /api/auth/change-password',
      'cookie',
      () => ({ url: '/api/auth/change-password', payload: {} }),
      // Whoever is signed in gets as far as to be told what is missing.
      [401, 400, 400, 400, 401, 401],
    ],
    ['GET /admin/:email', 'token', ({ patient }) => ({ url: `/admin/${patient}` }), [401, 200, 403, 200, 401, 401]],
    ['GET /user', 'token', () => ({ url: '/user' }), [401, 403, 403, 200, 401, 401]],
    ['GET /user', 'cookie', () => ({ url: '/user' }), [401, 401, 401, 401, 401, 401]],
    [
      'PUT /user/admin/:email',
      'token',
      ({ newcomer }) => ({ url: `/user/admin/${newcomer}` }),
      [401, 403, 403, 200, 401, 401],
    ],
    [
      'PUT /user/admin/:email',
      'cookie',
      ({ newcomer }) => ({ url: `/user/admin/${newcomer}` }),
      [401, 401, 401, 401, 401, 401],
    ],
    ['GET /audit', 'token', () => ({ url: '/audit' }), [401, 403, 403, 200, 401, 401]],
    ['GET /doctor', 'token', () => ({ url: '/doctor' }), [401, 403, 403, 200, 401, 401]],
    ['GET /doctor', 'cookie', () => ({ url: '/doctor' }), [401, 401, 401, 401, 401, 401]],
    // The admin gets as far as to be told what is missing.
    ['POST /doctor', 'token', () => ({ url: '/doctor', payload: {} }), [401, 403, 403, 400, 401, 401]],
    ['POST /doctor', 'cookie', () => ({ url: '/doctor', payload: {} }), [401, 401, 401, 401, 401, 401]],
    ['DELETE /doctor/:email', 'token', () => ({ url: '/doctor/a@example.org' }), [401, 403, 403, 200, 401, 401]],
    ['DELETE /doctor/:email', 'cookie', () => ({ url: '/doctor/a@example.org' }), [401, 401, 401, 401, 401, 401]],
    ['POST /image', 'token', () => ({ url: '/image', payload: {} }), [401, 403, 403, 400, 401, 401]],
    ['POST /image', 'cookie', () => ({ url: '/image', payload: {} }), [401, 401, 401, 401, 401, 401]],
    [
      'POST /booking',
      'token',
      ({ wanted }, who) => ({ url: '/booking', payload: wanted(who) }),
      [401, 201, 403, 403, 401, 401],
    ],
    [
      'POST /booking',
      'cookie',
      ({ wanted }, who) => ({ url: '/booking', payload: wanted(who) }),
      [401, 201, 403, 403, 401, 401],
    ],
    [
      'GET /booking',
      'token',
      ({ patient }) => ({ url: `/booking?patient=${patient}` }),
      [401, 200, 403, 200, 401, 401],
    ],
    [
      'GET /booking/:id',
      'token',
      ({ bookingId }) => ({ url: `/booking/${bookingId}` }),
      [401, 200, 404, 200, 401, 401],
    ],
    [
      'POST /create-payment-intent',
      'token',
      ({ bookingId, price }) => ({ url: '/create-payment-intent', payload: { price, appointment: bookingId } }),
      [401, 200, 404, 404, 401, 401],
    ],
    [
      'PATCH /booking/:id',
      'token',
      ({ bookingId }) => ({
        url: `/booking/${bookingId}`,
        payload: { appointment: bookingId, transactionId: 'pi_unknown' },
      }),
      [401, 402, 404, 404, 401, 401],
    ],
    [
      'PATCH /booking/:id',
      'cookie',
      ({ bookingId }) => ({ url: `/booking/${bookingId}`, payload: {} }),
      [401, 401, 401, 401, 401, 401],
    ],
  ]

/** For everybody, on purpose: pages, descriptions, stand-ins, and the calls that sign in, sign out or ask for a mail. */
const open: (string | RegExp)[] = [
  ...Object.values(pages).map((page) => `GET ${page}`),
  ...['/healthz', '/readyz', '/openapi.json', '/api/auth/get-session', '/api/auth/callback/google'].map(
    (url) => `GET ${url}`,
  ),
  ...['sign-up/email', 'sign-in/email', 'sign-in/google', 'sign-out'].map((way) => `POST /api/auth/${way}`),
  ...['request-password-reset', 'reset-password', 'send-verification-email'].map((way) => `POST /api/auth/${way}`),
  // Pictures are asked for without a token; their ids are random.
  ...['/image/:id', '/image/:id/small'].map((url) => `GET ${url}`),
  /^GET \/(assets|reference)(\/|$)/,
  /^[A-Z]+ \/sandbox\//,
  // The card sandbox's API, on a port of its own, takes its secret key and nothing else.
  /^[A-Z]+ \/v1\//,
  // Signed by the card provider.
  'POST /webhook/stripe',
]

const routes = new Set<string>()
const proofs = new Map<Who, { authorization?: string; cookie?: string }>([['visitor', {}]])
let server: TestApp
let stage: Stage

beforeAll(async () => {
  diagnostics.subscribe('fastify.initialization', watchRoutes)
  server = await openTestApp({ env: { DEMO: 'on' } })
  diagnostics.unsubscribe('fastify.initialization', watchRoutes)

  const patient = await signUp('patient')
  await signUp('other')
  await signUp('admin')
  await server.database.db.update(user).set({ role: 'admin' }).where(eq(user.email, 'admin@example.org'))
  proofs.set('expired', { authorization: await oldToken(), cookie: await endedSession() })
  proofs.set('tampered', { authorization: spoilt(patient.authorization), cookie: spoilt(patient.cookie) })
  stage = await prepareStage(patient.authorization)
})
afterAll(() => server.close())

describe.each(table)('%s by %s', (route, proof, call, answers) => {
  it.each(callers.map((who, n) => [who, answers[n] ?? 0] as const))('answers %s with %i', async (who, status) => {
    const { authorization, cookie } = proofs.get(who) ?? {}
    const token = { ...(authorization && { authorization }) }
    const headers = proof === 'token' ? token : { ...(cookie && { cookie }), origin: server.origin }
    const method = route.split(' ')[0] as 'GET'
    const answer = await server.app.inject({ method, headers, ...call(stage, who) })
    expect(answer.statusCode, answer.body).toBe(status)
    if (status >= 400) expect(answer.headers['content-type']).toContain('application/problem+json')
  })
})

it('there is no route without a word on who may call it, and no word on a route that is gone', () => {
  const guarded = new Set(table.map(([route]) => route))
  const isOpen = (route: string) => open.some((one) => (typeof one === 'string' ? one === route : one.test(route)))
  expect([...routes].filter((route) => !guarded.has(route) && !isOpen(route))).toEqual([])
  expect([...guarded, ...open].filter((one) => typeof one === 'string' && !routes.has(one))).toEqual([])
})

function watchRoutes(message: unknown) {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') routes.add(`${each} ${url}`)
  })
}

async function signUp(who: Who) {
  const { cookie } = await server.signUp({ name: who, email: `${who}@example.org`, password: 'secret1' })
  const proof = { cookie, authorization: await tokenOf(who, cookie) }
  proofs.set(who, proof)
  return proof
}

async function tokenOf(who: Who, cookie: string) {
  const email = `${who}@example.org`
  const headers = { cookie, origin: server.origin }
  const answer = await server.app.inject({ method: 'PUT', url: `/user/${email}`, headers, payload: { email } })
  return `Bearer ${answer.json().token}`
}

/** A token that was given two hours ago, of a session that lives. */
async function oldToken() {
  const { cookie = '' } = proofs.get('patient') ?? {}
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 })
  try {
    return await tokenOf('patient', cookie)
  } finally {
    vi.useRealTimers()
  }
}

async function endedSession() {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: server.origin },
    payload: { email: 'patient@example.org', password: 'secret1' },
  })
  const [{ name, value } = { name: '', value: '' }] = answer.cookies
  const ended = { expiresAt: new Date(Date.now() - 1_000) }
  await server.database.db
    .update(session)
    .set(ended)
    .where(eq(session.token, value.split('.')[0] ?? ''))
  return `${name}=${encodeURIComponent(value)}`
}

/** The same with another signature. */
function spoilt(proof: string) {
  const cut = proof.lastIndexOf('.') + 3
  return `${proof.slice(0, cut)}${proof[cut] === 'A' ? 'B' : 'A'}${proof.slice(cut + 1)}`
}

async function prepareStage(authorization: string): Promise<Stage> {
  const patient = 'patient@example.org'
  const [treatment]: Treatment[] = (await server.app.inject('/service')).json()
  let day = 0
  const wanted = () => {
    day += 1
    const slot = '08.00 AM - 08.30 AM'
    return { treatmentId: treatment?._id, price: treatment?.price, date: `May ${day}, 2027`, slot, patient, phone: '1' }
  }
  const made = await server.app.inject({
    method: 'POST',
    url: '/booking',
    headers: { authorization },
    payload: wanted(),
  })
  const bookingId = made.json().booking._id
  return { patient, newcomer: (await server.person()).email, bookingId, price: treatment?.price, wanted }
}
