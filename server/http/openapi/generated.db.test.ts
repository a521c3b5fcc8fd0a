import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { user } from '#server/database/schema/user.ts'
import {
  type GeneratedRequest,
  generateRequests,
  operationsOf,
  urlOf,
} from '#server/testing/openapi/generated-requests.ts'
import { responseChecker } from '#server/testing/openapi/responses.ts'
import { openGoogleTest } from '#server/testing/outside/google.ts'
import { bearerOf } from '#server/testing/sessions.ts'

const count = 2_000
const concurrency = 20
/** Operations that end the caller's session. */
const endsSession = ['signOut', 'changePassword']
const password = 'a long secret 7'
const slot = '08.00 AM - 08.30 AM'
/** Placeholder for the caller's own email. */
const own = 'own@example.org'
type Caller = { email: string; proof: Record<string, string> }
type Callers = Record<GeneratedRequest['caller'], Caller>
const nobody = { email: own, proof: {} }
let server: Awaited<ReturnType<typeof openGoogleTest>>
let signUps = 0

beforeAll(async () => {
  server = await openGoogleTest()
  await server.listen()
})
afterAll(() => server.close())

it('every operation with a security scheme answers 401 without proof, and no other operation does', async () => {
  for (const { method, path, security, operationId } of operationsOf(await description())) {
    const url = path.replace(/\{\w+\}/g, 'x')
    const { statusCode } = await server.app.inject({ method: method as 'GET', url, headers: { origin: server.origin } })
    const isGuarded = security.some((each) => !('stripe' in each))
    expect(statusCode === 401, `${operationId} answered ${statusCode}`).toBe(isGuarded)
  }
})

it(`answers ${count} generated requests as described and without a server error`, async () => {
  const described = await description()
  const requests = generateRequests(described, await knownValues(), { seed: 13, count })
  const fault = responseChecker(described)
  const statuses = new Map<number, number>()
  const callers = await signUpAll()
  let leavers = await signUpAll()
  for (let from = 0; from < count; from += concurrency) {
    if (from % 400 === 0) leavers = await signUpAll()
    const batch = requests.slice(from, from + concurrency)
    const callerOf = ({ operation, caller }: GeneratedRequest) =>
      (endsSession.includes(operation.operationId) ? leavers : callers)[caller]
    for (const status of await Promise.all(batch.map((request) => check(request, callerOf(request), fault)))) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  // Otherwise the requests would test refusals only.
  expect(statuses.get(200)).toBeGreaterThan(count / 10)
  expect(statuses.get(400)).toBeGreaterThan(count / 10)
  expect(statuses.get(401)).toBeGreaterThan(count / 20)
  expect(statuses.get(201)).toBeGreaterThan(0)
})

async function check(request: GeneratedRequest, { email, proof }: Caller, fault: ReturnType<typeof responseChecker>) {
  const { operation, type, payload, isTruncated } = request
  const body = payload === undefined ? undefined : JSON.stringify(payload).replaceAll(own, email)
  const url = urlOf(request).replaceAll(encodeURIComponent(own), encodeURIComponent(email))
  const answer = await server.app.inject({
    method: operation.method as 'GET',
    url,
    headers: { origin: server.origin, ...proof, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { payload: isTruncated ? body.slice(0, -1) : body }),
  })
  const { statusCode: status } = answer
  const what = `${operation.operationId} ${url.slice(0, 200)} ${body?.slice(0, 200)}: ${status} ${answer.body.slice(0, 300)}`
  // A busy database makes the server unready, and it says so.
  if (!(operation.path === '/readyz' && status === 503)) expect(status, what).toBeLessThan(500)
  expect(fault(operation, answer), what).toBeUndefined()
  expect(answer.body, what).not.toMatch(/\bat .*\.ts:|node_modules|select .* from|insert into/i)
  return status
}

async function description() {
  return (await server.app.inject('/openapi.json')).json()
}

async function signUpAll(): Promise<Callers> {
  const [patient, admin] = await Promise.all([signUp(), signUp()])
  await server.database.db.update(user).set({ role: 'admin' }).where(eq(user.email, admin.email))
  return { nobody, patient, admin }
}

async function signUp(): Promise<Caller> {
  signUps += 1
  const email = `person${signUps}@example.org`
  const { cookie } = await server.signUp({ name: 'Ann', email, password })
  return { email, proof: { cookie, ...(await bearerOf(server, cookie, email)) } }
}

async function knownValues() {
  const [treatment] = (await server.app.inject('/service')).json()
  const { email, proof } = await signUp()
  const payload = { treatmentId: treatment._id, price: treatment.price, date: 'Aug 4, 2026', slot, patient: email }
  const booked = await server.app.inject({ method: 'POST', url: '/booking', headers: proof, payload })
  const bookingId = booked.json().booking._id
  const emails = [own, own, own, email]
  return {
    treatmentId: [treatment._id],
    id: [bookingId, treatment._id],
    date: ['May 1, 2026', 'Jun 2, 2026', 'Jul 3, 2026'],
    slot: [slot],
    price: [treatment.price],
    email: emails,
    patient: emails,
    name: ['Ann', 'Zoë O’Brien'],
    password: [password],
    currentPassword: [password],
    newPassword: [password, 'another long secret'],
    phone: ['+1 212 555 0142', ''],
    specialty: ['', treatment.name],
    img: ['https://img.example/1.webp'],
    search: ['', 'ann'],
    transactionId: ['pi_unknown'],
    appointment: [bookingId],
    from: ['/appointment'],
  }
}
