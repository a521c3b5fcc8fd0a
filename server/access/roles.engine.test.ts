import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rolesWith, type StaffAction } from '#contract/access/access.ts'
import { type Role, roles, type StaffRole, staffRole, treatsPatients } from '#contract/access/roles.ts'
import type { Call } from '#contract/kit/call.ts'
import type { Treatment } from '#contract/treatment.ts'
import { collectRoutes } from '#server/access/testing/routes.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patient } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { guardsOf } from '#server/http/openapi/operation.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { bearerOf } from '#server/testing/sessions.ts'
import { makeStaff } from '#server/testing/staff.ts'

// Every call by every role. The calls are those of contract/calls/, so that a new one is covered by itself. What each
// role may do is in contract/access/access.test.ts.

type Kind = Role | 'visitor' | `${StaffRole} without a second factor`
type Person = { email: string; cookie: string; bearer: { authorization: string } }
type Booked = { id: string; date: string; patient: Person }

const noFactor = (role: StaffRole): Kind => `${role} without a second factor`
const kinds: Kind[] = ['visitor', ...Object.values(roles), ...staffRole.options.map(noFactor)]

let server: TestApp
/** The same clinic, where staff must have a second factor. */
let strict: TestApp
let routes: Map<string, RouteOptions>
let calls: Call[]
const people = new Map<Kind, Person>()
/** An appointment with another dentist than that of the account. */
let other: Booked
/** An appointment with the dentist of the account. */
let own: Booked

const marks = { name: 'Wilhelmina Zyxwvut', phone: '+1 646 555 0177', alerts: 'Allergic to qwzrt' }

beforeAll(async () => {
  const collected = await collectRoutes(() => openTestApp({ env: { DEMO: 'on' } }))
  server = collected.opened
  routes = collected.routes
  strict = await openTestApp({ database: server.database, env: { SECOND_FACTOR: 'required' } })
  calls = await readCalls()
  const [first, second] = await server.database.db.select().from(doctor).orderBy(doctor.name)
  if (!first || !second) throw new Error('The demo has two doctors')
  people.set('patient', await add('A patient'))
  for (const role of staffRole.options) {
    await addStaff(role, role, first.id)
    await addStaff(noFactor(role), role, first.id)
  }
  await server.database.db.update(user).set({ emailVerified: true })
  own = await book(first.id, 'Odo Own', '1')
  other = await book(second.id, marks.name, marks.phone)
  await server.database.db.update(patient).set({ alerts: marks.alerts }).where(eq(patient.email, other.patient.email))
})
afterAll(async () => {
  await strict.close()
  await server.close()
})

it('every call is a route with the guard that it names', () => {
  const wrong = calls.filter(({ method, path, access }) => {
    const route = routes.get(`${method} ${path}`)
    const action = route && guardsOf(route)[0]?.action
    return !route || action !== (typeof access === 'object' ? access.staff : undefined)
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
  expect(calls.length).toBeGreaterThan(70)
})

describe('an appointment of another dentist’s patient', () => {
  const readers: Kind[] = ['receptionist', 'admin', 'accountant']
  it.each(kinds.map((kind) => [kind, readers.includes(kind)] as const))('%s reads it: %s', async (kind, reads) => {
    const seen: string[] = []
    for (const [name, route] of routes) {
      const [method, path = ''] = name.split(' ')
      // A stream does not end. It says days only (events.engine.test.ts).
      if (method !== 'GET' || path === '/desk/events' || path.startsWith('/sandbox')) continue
      const isByCookie = guardsOf(route)[0]?.proofs[0] === 'session'
      for (const at of [other, own]) {
        const { body } = await send(kind, { method, path, access: isByCookie ? 'cookie' : 'token' }, at)
        if (Object.values(marks).some((mark) => body.includes(mark))) seen.push(name)
      }
    }
    expect(new Set(seen).size > 0, [...new Set(seen)].join(', ')).toBe(reads)
    if (kind === 'accountant') expect(new Set(seen)).toEqual(new Set(['GET /booking/:id/receipt']))
  })
})

describe.each(kinds)('%s', (kind) => {
  it('may make the calls of their role, and is refused every other one', async () => {
    const wrong: string[] = []
    for (const call of calls) {
      const { access } = call
      if (access === 'everyone') continue
      const { statusCode, json } = await send(kind, call)
      const said = `${call.method} ${call.path}: ${statusCode}`
      if (kind === 'visitor') {
        if (statusCode !== 401) wrong.push(said)
      } else if (typeof access !== 'object') {
        if (statusCode === 401 || statusCode >= 500) wrong.push(said)
      } else if (isAllowed(kind, access.staff)) {
        if ([401, 403].includes(statusCode) || statusCode >= 500) wrong.push(said)
      } else {
        const code = isMissingFactor(kind, access.staff) ? 'SECOND_FACTOR_NEEDED' : 'forbidden'
        if (statusCode !== 403 || json().code !== code) wrong.push(`${said} ${json().code}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

// Also the routes that are no calls: the stream of events, uploads and files.
describe.each(staffRole.options)('the role %s without a second factor', (role) => {
  it('is refused on every route that the role alone would open, by token and by cookie', async () => {
    const wrong: string[] = []
    const asked: string[] = []
    for (const [name, route] of routes) {
      const guard = guardsOf(route)[0]
      if (!guard?.action || !rolesWith(guard.action).includes(role)) continue
      const [method, path = ''] = name.split(' ')
      for (const proof of guard.proofs) {
        asked.push(name)
        const access = proof === 'session' ? 'cookie' : 'token'
        const { statusCode, body } = await send(noFactor(role), { method: method as 'GET', path, access })
        if (statusCode !== 403 || !body.includes('SECOND_FACTOR_NEEDED'))
          wrong.push(`${name} by ${proof}: ${statusCode}`)
      }
    }
    expect(wrong).toEqual([])
    // A dentist and an accountant have a few.
    expect(asked.length).toBeGreaterThan(1)
    if (role === 'admin') expect(asked).toEqual(expect.arrayContaining(['GET /desk/events', 'POST /image']))
  })
})

function isAllowed(kind: Kind, action: StaffAction): boolean {
  return rolesWith(action).includes(kind as Role)
}

/** Tells whether only the second factor keeps them from it. */
function isMissingFactor(kind: Kind, action: StaffAction): boolean {
  return staffRole.options.some((role) => kind === noFactor(role) && rolesWith(action).includes(role))
}

/** Sends a call about the appointment `at` and its patient, with an empty body. */
async function send(
  kind: Kind,
  { method, path, access }: Pick<Call, 'method' | 'access'> & { path: string },
  at = other,
) {
  const person = people.get(kind)
  const isStrict = staffRole.options.some((role) => kind === noFactor(role))
  const day = encodeURIComponent(at.date)
  const url = path.replace(':email', at.patient.email).replace(/:\w+/g, at.id)
  const query = `date=${day}&patient=${at.patient.email}&search=${encodeURIComponent(marks.name)}&month=2026-05`
  const isCookie = access === 'cookie' || access === 'confirmed-cookie'
  const headers = { origin: server.origin, ...(person && (isCookie ? { cookie: person.cookie } : person.bearer)) }
  const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return (isStrict ? strict : server).app.inject({
    ...{ method, url: `${url}?${query}`, headers },
    ...(hasBody && { payload: {} }),
  })
}

async function add(name: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.org`
  const { cookie } = await server.signUp({ name, email, password: 'secret1' })
  return { email, cookie, bearer: await bearerOf(server, cookie, email) }
}

async function addStaff(kind: Kind, role: StaffRole, doctorId: string) {
  const person = await add(`A ${kind}`)
  await makeStaff(server.database.db, person.email, role, treatsPatients(role) ? doctorId : undefined)
  people.set(kind, person)
}

/** Books with a doctor, a week ahead. */
async function book(doctorId: string, name: string, phone: string): Promise<Booked> {
  const patient = await add(name)
  const treatments: Treatment[] = (await server.app.inject('/service')).json()
  const date = 'Mar 17, 2026'
  for (const { _id: treatmentId, price } of treatments) {
    const wish = { treatmentId, price, date, doctor: doctorId, slot: '09.00 AM - 09.30 AM' }
    const payload = { ...wish, patient: patient.email, phone }
    const made = await server.app.inject({ method: 'POST', url: '/booking', headers: patient.bearer, payload })
    if (made.statusCode === 201) return { id: made.json().booking._id, date, patient }
  }
  throw new Error(`No treatment of the doctor ${doctorId} could be booked`)
}

async function readCalls(): Promise<Call[]> {
  const folder = new URL('../../contract/calls/', import.meta.url)
  const files = readdirSync(folder).filter((name) => !/\.test\.ts$|^(calls|params)\.ts$/.test(name))
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, Record<string, Call>>> => import(new URL(file, folder).href)),
  )
  return modules.flatMap((module) => Object.values(module).flatMap((group) => Object.values(group)))
}
