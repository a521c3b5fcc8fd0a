import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingNames } from '#contract/outside-service.ts'
import type { Treatment } from '#contract/treatment.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { type Operation, operationsOf } from '#server/http/testing/operations.ts'
import { openGoogleTest } from '#server/testing/outside/google.ts'
import { bearerOf } from '#server/testing/sessions.ts'
import { makeStaff } from '#server/testing/staff.ts'

const wide = (length: number) => 'ü'.repeat(length)
// One character again and again is refused.
const passphrase = (length: number) => 'äöüßéñ'.repeat(length).slice(0, length)
const label = 'x'.repeat(63)

/** The longest value that the contract accepts for each text field of a body, in two-byte characters where possible. */
const longest: Record<string, string> = {
  name: wide(100),
  email: `${'a+'.repeat(32)}@${label}.${label}.${'y'.repeat(57)}.org`,
  password: passphrase(128),
  currentPassword: passphrase(128),
  newPassword: `ö${passphrase(127)}`,
  token: wide(256),
  'token of verifyEmail': wide(2_000),
  'token of acceptPerson': wide(1_000),
  'token of readShared': wide(1_000),
  'token of confirmEmail': wide(1_000),
  patientId: wide(100),
  language: `abc${'-12345678'.repeat(3)}-1234`.padEnd(35, '5'),
  from: `/${'x'.repeat(999)}`,
  phone: wide(40),
  note: wide(200),
  reference: wide(100),
  'reason of refuseAbsence': wide(200),
  'reason of changePrice': wide(200),
  'reason of voidPayment': wide(200),
  'reason of chargeNoShow': wide(200),
  former: wide(200),
  'former of mergePatients': wide(100),
  treatment: wide(200),
  patientName: wide(200),
  specialty: wide(200),
  // Random, so that PostgreSQL can't compress it in its index.
  img: `https://pictures.example/${Array.from({ length: 60 }, () => randomUUID()).join('')}`.slice(0, 2_048),
  transactionId: `pi_${'x'.repeat(200)}`,
  address: wide(200),
  coordinates: '-89.123456789012345, -179.12345678901234',
  imprint: wide(4_000),
  taxId: wide(40),
  'token of setUp': wide(200),
  'message of resolveMany': wide(500),
  'subject of changeMessage': wide(100),
  'text of changeMessage': wide(1_000),
  'subject of previewMessage': wide(100),
  'text of previewMessage': wide(1_000),
  smtpServer: `smtps://${label}.org/?${'x'.repeat(200)}`.slice(0, 200),
  smtpUser: wide(200),
  smtpPassword: wide(500),
  mailFrom: `${'a+'.repeat(32)}@${label}.${label}.${'y'.repeat(57)}.org`,
  textApi: `https://${label}.${label}.org/`.padEnd(200, 'x'),
  textAccount: 'A'.repeat(100),
  textToken: wide(500),
  textFrom: 'MG'.padEnd(40, 'x'),
  stripePublishableKey: 'pk_test_'.padEnd(300, 'x'),
  stripeSecretKey: 'sk_test_'.padEnd(300, 'x'),
  stripeWebhookSecret: 'whsec_'.padEnd(300, 'x'),
  patient: `${'a+'.repeat(32)}@${label}.${label}.${'y'.repeat(57)}.org`,
}
/** Text fields of fixed length, or with a list of values. */
const fixed = [
  ...['country', 'language', 'currency', 'setupStep', 'timeZone', 'keep', 'logo', 'doctorId'],
  ...['treatmentId', 'date', 'slot', 'appointment', 'doctor', 'reason', 'requestId', 'code'],
  ...['firstDay', 'lastDay', 'paymentId', 'method', 'wanted', 'action', 'booking'],
]

let server: Awaited<ReturnType<typeof openGoogleTest>>
let cookie: string
let bearer: { authorization: string }
let appointment: string

beforeAll(async () => {
  server = await openGoogleTest()
  await server.listen()
})
afterAll(() => server.close())

it('has the longest value of every text field in the contract', async () => {
  const operations: Operation[] = operationsOf((await server.app.inject('/openapi.json')).json())
  const fields = operations.flatMap(({ operationId, requestBody }) =>
    Object.entries(requestBody?.content['application/json']?.schema?.properties ?? {}).map(([name, schema]) => {
      const own = `${name} of ${operationId}`
      return [own in longest ? own : name, schema] as const
    }),
  )
  const texts = fields.filter(([name, schema]) => schema.type === 'string' && !schema.enum && !fixed.includes(name))
  expect(texts.length).toBeGreaterThan(10)
  for (const [name, { maxLength }] of texts) {
    expect(longest, `add the longest value of ${name} to this test, and send it below`).toHaveProperty(name)
    if (maxLength !== undefined) expect(longest[name], name).toHaveLength(maxLength)
  }
})

it('creates an account with the longest values, and changes its password', async () => {
  const { name = '', email = '', password = '' } = longest
  const signedUp = await server.signUp({ name, email, password })
  expect(signedUp.answer.statusCode, signedUp.answer.body).toBe(200)
  cookie = signedUp.cookie
  const change = { currentPassword: password, newPassword: longest.newPassword }
  const changed = await post('/api/auth/change-password', change, { cookie })
  expect(changed.statusCode, changed.body).toBe(200)
  const again = await post('/api/auth/sign-in/email', { email, password: longest.newPassword })
  expect(again.statusCode, again.body).toBe(200)
  cookie = again.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  bearer = await bearerOf(server, cookie, encodeURIComponent(email))
  const [stored] = await server.database.db.select().from(user).where(eq(user.email, email))
  expect(stored).toMatchObject({ name, email })
})

it('stores an appointment with the longest values, and refuses an unknown payment id of the longest length', async () => {
  const [first]: Treatment[] = (await server.app.inject('/service')).json()
  const { patient, patientName, phone, treatment, transactionId } = longest
  const time = { date: 'May 1, 2026', slot: '08.00 AM - 08.30 AM' }
  const wanted = { treatmentId: first?._id, price: first?.price, ...time, patient, patientName, phone, treatment }
  const booked = await post('/booking', wanted, bearer)
  expect(booked.statusCode, booked.body).toBe(201)
  expect(booked.json().booking).toMatchObject({ patient, phone, patientName: longest.name })
  appointment = booked.json().booking._id
  const url = `/booking/${appointment}`
  const reported = await server.app.inject({ method: 'PATCH', url, headers: bearer, payload: { transactionId } })
  expect([reported.statusCode, reported.json().code]).toEqual([402, 'unknown'])
})

it('keeps the clinic’s longest values', async () => {
  const { name, address, coordinates, phone, imprint, taxId } = longest
  await makeStaff(server.database.db, longest.email ?? '')
  const { version } = (await server.app.inject({ url: '/clinic', headers: bearer })).json()
  const payload = { version, name, address, coordinates, phone, imprint, taxId }
  const changed = await server.app.inject({ method: 'PATCH', url: '/clinic', headers: bearer, payload })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(changed.json()).toMatchObject({ name, address, coordinates, phone, imprint, taxId })
})

it('keeps the longest words of an email, and sends them', async () => {
  const payload = { subject: wide(100), text: wide(1_000) }
  const request = { method: 'PUT', url: '/messages/choose', headers: bearer, payload } as const
  expect((await server.app.inject(request)).json()).toContainEqual(expect.objectContaining(payload))
  const shown = await post('/messages/choose/preview', payload, bearer)
  expect(shown.json().text).toContain(payload.text)
})

it('keeps the longest settings of outside services', async () => {
  const own = Object.fromEntries(settingNames.map((name) => [name, longest[name]]))
  const request = { method: 'PATCH', url: '/outsideServices', headers: bearer, payload: own } as const
  const changed = await server.app.inject(request)
  expect(changed.statusCode, changed.body).toBe(200)
  // Three bytes each, which is more than two of a character of Latin.
  const widest = { ...own, smtpPassword: '牙'.repeat(500), textToken: '牙'.repeat(500) }
  expect((await server.app.inject({ ...request, payload: widest })).statusCode).toBe(200)
})

it('adds, lists and records a doctor with the longest values', async () => {
  const { name, email, specialty = '', img } = longest
  const id = randomUUID()
  await server.database.db.insert(treatment).values({ id, name: specialty, priceCents: 1, position: 99 })
  const added = await post('/doctor', { name, email, specialty, img }, bearer)
  expect(added.statusCode, added.body).toBe(201)
  const listed = await server.app.inject({ url: '/doctor', query: { search: wide(100) }, headers: bearer })
  expect(listed.json()).toEqual([expect.objectContaining({ name, email, specialty, img })])
  const [entry] = (await server.app.inject({ url: '/audit', headers: bearer })).json().entries
  expect(entry).toMatchObject({ actor: email, target: email })
})

it('asks for an absence with the longest note, and refuses it with the longest reason', async () => {
  const { note, 'reason of refuseAbsence': reason } = longest
  const dentist = await server.person({ role: 'dentist', doctorId: await firstDoctorId() })
  const days = { firstDay: 'May 1, 2030', lastDay: 'May 1, 2030', note }
  const asked = await post('/absence-requests', days, dentist.bearer)
  expect(asked.statusCode, asked.body).toBe(201)
  const refused = await post(`/absence-requests/${asked.json().insertedId}/refuse`, { reason }, bearer)
  expect(refused.statusCode, refused.body).toBe(204)
  const listed = await server.app.inject({ url: '/absence-requests', headers: dentist.bearer })
  expect(listed.json()).toMatchObject([{ note, reason }])
})

it('notes an appointment with the longest note', async () => {
  const { note, former } = longest
  const patch = (payload: object) =>
    server.app.inject({ method: 'PATCH', url: `/desk/appointments/${appointment}/note`, headers: bearer, payload })
  expect((await patch({ note, former })).statusCode).toBe(409)
  expect((await patch({ note, former: '' })).json().appointment).toMatchObject({ note })
})

it('takes and voids a payment with the longest reference and reason, and changes a price with the longest reason', async () => {
  const { reference, 'reason of changePrice': reason, 'reason of voidPayment': voidReason } = longest
  const requestId = randomUUID()
  const taken = { requestId, method: 'terminal', amount: 1, reference }
  const paid = await post(`/desk/appointments/${appointment}/payments`, taken, bearer)
  expect(paid.json().payment.payments).toMatchObject([{ reference }])
  const voided = await post(`/desk/payments/${requestId}/void`, { reason: voidReason }, bearer)
  expect(voided.json().payment.payments).toMatchObject([{ voidReason }])
  const url = `/desk/appointments/${appointment}/price`
  const payload = { price: 1, from: paid.json().payment.price, reason }
  const changed = await server.app.inject({ method: 'PATCH', url, headers: bearer, payload })
  expect(changed.json().payment.charges).toMatchObject([{}, { reason }])
  const fee = { fee: 1, reason: longest['reason of chargeNoShow'] }
  const refused = await post(`/desk/appointments/${appointment}/no-show-fee`, fee, bearer)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'not-no-show'])
})

it('invites the longest email, and refuses an unknown invitation with the longest values', async () => {
  const { email, name, password, token } = longest
  const invited = await post('/staff/invitations', { email: `b${email?.slice(1)}`, role: 'receptionist' }, bearer)
  expect(invited.statusCode, invited.body).toBe(201)
  const made = await post('/staff-invitation/account', { token, name, password })
  expect([made.statusCode, made.json().code]).toEqual([404, 'unknown-link'])
})

it('refuses an invalid token of the longest length, and accepts the longest return path', async () => {
  const { token, from } = longest
  const reset = await post('/api/auth/reset-password', { token, newPassword: longest.newPassword })
  expect(reset.statusCode, reset.body).toBe(400)
  const verified = await post('/api/auth/verify-email', { token: longest['token of verifyEmail'] }, { cookie })
  expect(verified.statusCode, verified.body).toBe(403)
  const begun = await post('/api/auth/sign-in/google', { from })
  expect(begun.statusCode, begun.body).toBe(200)
})

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return server.app.inject({ method: 'POST', url, headers: { origin: server.origin, ...headers }, payload })
}

async function firstDoctorId(): Promise<string> {
  const { doctors } = (await server.app.inject({ url: '/calendar', headers: bearer })).json()
  return doctors[0]._id
}
