import { eq } from 'drizzle-orm'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { treatsPatients } from '#contract/access/roles.ts'
import type { Treatment } from '#contract/treatment.ts'
import { accessTable } from '#server/access/testing/access-table.ts'
import { callers, furtherStaff, type Sender, statusForStaff, type TestData } from '#server/access/testing/caller.ts'
import { publicRoutes } from '#server/access/testing/public-routes.ts'
import { collectRoutes } from '#server/access/testing/routes.ts'
import { session } from '#server/database/schema/auth.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { user } from '#server/database/schema/user.ts'
import { isForStaff } from '#server/http/openapi/operation.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { upload } from '#server/testing/photos.ts'
import { bearerOf, cookieOf } from '#server/testing/sessions.ts'
import { makeStaff } from '#server/testing/staff.ts'

/** Public lists, which browsers may cache and revalidate. */
const publicLists = [
  'GET /offer',
  'GET /available/soon',
  'GET /service',
  'GET /available',
  'GET /available/doctors',
  'GET /available/month',
  'GET /available/next',
]
let routes: Map<string, RouteOptions>
const proofs = new Map<Sender, { authorization?: string; cookie?: string }>([['visitor', {}]])
const log: string[] = []
let server: TestApp
/** The same clinic, where admins must have a second factor. */
let strict: TestApp
let data: TestData

beforeAll(async () => {
  const env = { DEMO: 'on', LOG_LEVEL: 'trace' }
  const collected = await collectRoutes(() =>
    openTestApp({ pages: true, env, logTo: { write: (line) => void log.push(line) } }),
  )
  server = collected.opened
  routes = collected.routes

  const patient = await signUp('patient')
  await signUp('other')
  await signUp('admin')
  await signUp('factorless')
  const admins = ['admin@example.org', 'factorless@example.org']
  for (const email of admins) await makeStaff(server.database.db, email)
  const [dentist] = await server.database.db.select().from(doctor).limit(1)
  for (const role of furtherStaff) {
    await signUp(role)
    await makeStaff(server.database.db, `${role}@example.org`, role, treatsPatients(role) ? dentist?.id : undefined)
  }
  await server.database.db.update(user).set({ emailVerified: true })
  strict = await openTestApp({ database: server.database, env: { SECOND_FACTOR: 'required' } })
  proofs.set('expired', { authorization: await expiredToken(), cookie: await expiredSession() })
  proofs.set('tampered', { authorization: altered(patient.authorization), cookie: altered(patient.cookie) })
  data = await prepareData(patient.authorization)
})
afterAll(async () => {
  await strict.close()
  await server.close()
})

describe.each(accessTable)('%s by %s', (route, credential, request, statuses) => {
  const rows = [
    ...callers.map((caller, n) => [caller, statuses[n] ?? 0] as const),
    ...furtherStaff.map((caller) => [caller, statusForStaff(caller, route, statuses)] as const),
  ]
  it.each(rows)('answers %s with %i', async (caller, status) => {
    const headers = headersOf(caller, credential)
    const method = route.split(' ')[0] as 'GET'
    const answer = await appFor(caller).inject({ method, headers, ...request(data, caller) })
    expect(answer.statusCode, answer.body).toBe(status)
    if (status >= 400) expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.headers['cache-control']).toBe(publicLists.includes(route) ? 'no-cache' : 'no-store')
  })
})

it('every route is in the access table, for staff or public, and every entry is a route', () => {
  const forStaff = [...routes].flatMap(([name, route]) => (isForStaff(route) ? [name] : []))
  const guarded = new Set([...accessTable.map(([route]) => route), ...forStaff])
  const isOpen = (route: string) =>
    publicRoutes.some((one) => (typeof one === 'string' ? one === route : one.test(route)))
  expect([...routes.keys()].filter((route) => !guarded.has(route) && !isOpen(route))).toEqual([])
  expect([...guarded, ...publicRoutes].filter((one) => typeof one === 'string' && !routes.has(one))).toEqual([])
})

it('the log at level trace contains no emails and no secrets', async () => {
  const { authorization = '', cookie = '' } = proofs.get('patient') ?? {}
  const admin = proofs.get('admin') ?? {}
  const token = authorization.slice('Bearer '.length)
  const paths = [
    `/user/${data.patient}`,
    `/verify-email?token=${token}`,
    `/nowhere/${data.patient}?patient=${data.patient}`,
  ]
  for (const url of paths) await server.app.inject({ url, headers: { authorization, cookie } })
  for (const [name, proof = ''] of Object.entries(admin)) {
    expect((await upload(server, { [name]: proof }, Buffer.from('no photo'))).statusCode).toBe(400)
  }
  expect(log.join('')).toContain('busboy')
  expect(log.filter((line) => line.includes('"response sent"')).length).toBeGreaterThan(accessTable.length)
  const all = log.join('')
  expect(all).toContain('"route":"/admin/:email"')
  expect(all).not.toMatch(/@|%40|eyJ|_secret_|example\.org/)
  const cookies = [cookie, admin.cookie ?? ''].map((each) => each.split('=')[1] || token)
  for (const secret of [server.secret, token, ...cookies]) expect(all).not.toContain(secret)
})

/** Returns the app that answers a caller. */
function appFor(caller: Sender) {
  return (caller === 'factorless' ? strict : server).app
}

function headersOf(caller: Sender, credential: 'token' | 'cookie'): Record<string, string> {
  const { authorization, cookie } = proofs.get(caller) ?? {}
  if (credential === 'token') return { ...(authorization && { authorization }) }
  return { ...(cookie && { cookie }), origin: server.origin }
}

async function signUp(caller: Sender) {
  const { cookie } = await server.signUp({ name: caller, email: `${caller}@example.org`, password: 'secret1' })
  const proof = { cookie, ...(await bearerOf(server, cookie, `${caller}@example.org`)) }
  proofs.set(caller, proof)
  return proof
}

/** Returns a token issued two hours ago, whose session is valid. */
async function expiredToken() {
  const { cookie = '' } = proofs.get('patient') ?? {}
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 })
  try {
    return (await bearerOf(server, cookie, 'patient@example.org')).authorization
  } finally {
    vi.useRealTimers()
  }
}

async function expiredSession() {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: server.origin },
    payload: { email: 'patient@example.org', password: 'secret1' },
  })
  const [{ value } = { value: '' }] = answer.cookies
  await server.database.db
    .update(session)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(session.token, value.split('.')[0] ?? ''))
  return cookieOf(answer)
}

/** Returns the same credential with another signature. */
function altered(proof: string) {
  const cut = proof.lastIndexOf('.') + 3
  return `${proof.slice(0, cut)}${proof[cut] === 'A' ? 'B' : 'A'}${proof.slice(cut + 1)}`
}

async function prepareData(authorization: string): Promise<TestData> {
  const patient = 'patient@example.org'
  const [treatment]: Treatment[] = (await server.app.inject('/service')).json()
  let day = 0
  const newBooking = () => {
    day += 1
    const slot = '08.00 AM - 08.30 AM'
    return { treatmentId: treatment?._id, price: treatment?.price, date: `May ${day}, 2026`, slot, patient, phone: '1' }
  }
  const made = await server.app.inject({
    method: 'POST',
    url: '/booking',
    headers: { authorization },
    payload: newBooking(),
  })
  const bookingId = made.json().booking._id
  return { patient, newcomer: (await server.person()).email, bookingId, price: treatment?.price, newBooking }
}
