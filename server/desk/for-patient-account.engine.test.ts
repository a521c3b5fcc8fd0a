import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verification } from '#server/database/schema/auth.ts'
import { appointmentNotice } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patient } from '#server/database/schema/patient.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { linkIn, mailsTo, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { bearerOf, cookieOf } from '#server/testing/sessions.ts'

// The account of a patient whom staff added: how its owner makes it, and nobody else.

let server: TestApp
let staff: TestStaff
let calls: ReturnType<typeof passwordCalls>
let minute = 0

beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  calls = passwordCalls(server)
})
afterAll(() => server.close())

const newEmail = () => `${randomUUID()}@example.org`

/** Books for a new patient on a day of their own. */
// One name with one phone would be one person.
let phones = 0
function newPhone() {
  phones += 1
  return `212 555 ${1_000 + phones}`
}

async function add(patient: { name: string; phone: string; email?: string }) {
  const [cleaning] = await staff.treatments()
  minute += 1
  const date = `May ${minute}, 2026`
  const payload = { patient, treatmentId: cleaning?._id, date, slot: '08.00 AM - 08.30 AM', requestId: randomUUID() }
  const response = await staff.bookFor(payload)
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().booking
}

const subjectsTo = async (email: string) => (await mailsTo(server.config.dataDir, email)).map(({ subject }) => subject)

/** Returns the token of the email by which the patient sets a password. */
async function claimToken(email: string) {
  await expect.poll(() => subjectsTo(email), { timeout: 10_000 }).toContain('See your appointments online')
  const mails = await mailsTo(server.config.dataDir, email)
  const claim = mails.find(({ subject }) => subject === 'See your appointments online')
  const link = linkIn(claim ?? { text: '' })
  expect(link.origin + link.pathname).toBe(`${server.origin}/claim-account`)
  return tokenIn(link)
}

const signIn = async (email: string, password: string) =>
  bearerOf(server, cookieOf(await calls.signIn({ email, password })), email)

/** Signs in and returns the ids of the account's appointments. */
async function appointmentsOf(email: string, password: string) {
  const bearer = await signIn(email, password)
  const answer = await server.app.inject({ url: `/booking?patient=${encodeURIComponent(email)}`, headers: bearer })
  return answer.json().map(({ _id }: { _id: string }) => _id)
}

const isVerified = async (email: string) =>
  (await server.database.db.select().from(user).where(eq(user.email, email)))[0]?.emailVerified

/** Notes the birth date of the clinic's record with this email, which has the appointment. */
const setBirthDate = (email: string, birthDate: string) =>
  server.database.db.execute(
    sql`update patient set birth_date = ${birthDate} where email = ${email} and exists (select from booking where patient_id = patient.id)`,
  )

/** Reaches the record with the account's email. */
async function claim(email: string, password: string, birthDate: string) {
  const headers = await signIn(email, password)
  const payload = { birthDate, whose: 'self' }
  return server.app.inject({ method: 'POST', url: '/account/record', headers, payload })
}

it('is made by the emailed link: it sets the first password and proves the email, and shows nothing of the record', async () => {
  const email = newEmail()
  const { _id } = await add({ name: 'Bea Bloom', phone: newPhone(), email })
  const token = await claimToken(email)
  expect(await isVerified(email)).toBeUndefined()
  expect((await calls.signIn({ email, password: 'secret1' })).statusCode).toBe(401)
  expect((await calls.reset(token, 'secret1')).statusCode).toBe(200)
  expect(await isVerified(email)).toBe(true)
  expect((await calls.reset(token, 'secret2')).statusCode).toBe(400)
  // The address may be mistyped: whoever reads its emails learns not even the name.
  expect(await appointmentsOf(email, 'secret1')).toEqual([])
  const [account] = await server.database.db.select().from(user).where(eq(user.email, email))
  expect(account?.name).toBe(email.split('@')[0])
  // With the birth date of the record its person is there, and the record becomes theirs.
  await setBirthDate(email, '1980-01-31')
  expect((await claim(email, 'secret1', '1981-01-31')).statusCode).toBe(400)
  expect((await claim(email, 'secret1', '1980-01-31')).statusCode).toBe(200)
  expect(await appointmentsOf(email, 'secret1')).toEqual([_id])
  const records = await server.database.db.select().from(patient).where(eq(patient.email, email))
  expect(records.filter(({ mergedInto }) => mergedInto === null).map(({ name }) => name)).toEqual(['Bea Bloom'])
})

it('is made once, although its link is opened twice at the same time', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: newPhone(), email })
  const token = await claimToken(email)
  const answers = await Promise.all([calls.reset(token, 'secret1'), calls.reset(token, 'secret1')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect(await server.database.db.$count(user, eq(user.email, email))).toBe(1)
})

it('is not made once the patient has another email', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: newPhone(), email })
  const token = await claimToken(email)
  await server.database.db.update(patient).set({ email: newEmail() }).where(eq(patient.email, email))
  expect((await calls.reset(token, 'secret1')).statusCode).toBe(400)
  expect(await isVerified(email)).toBeUndefined()
})

it('gets one email to set a password and one about the appointment', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: newPhone(), email })
  const both = ['See your appointments online', expect.stringMatching(/^Your appointment is booked: /)]
  await expect.poll(async () => (await subjectsTo(email)).toSorted(), { timeout: 10_000 }).toEqual(both)
})

it('has a link that works for seven days', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: newPhone(), email })
  await claimToken(email)
  const rows = await server.database.db.select().from(verification)
  const days = rows.map(({ expiresAt }) => (Number(expiresAt) - Date.now()) / 86_400_000)
  expect(Math.max(...days)).toBeGreaterThan(6.9)
  expect(Math.max(...days)).toBeLessThan(7.1)
})

it('is made by a forgotten password too', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: newPhone(), email })
  await expect.poll(async () => (await subjectsTo(email)).length, { timeout: 10_000 }).toBe(2)
  await calls.requestReset(email)
  await expect.poll(async () => (await subjectsTo(email)).length, { timeout: 10_000 }).toBe(3)
  const token = tokenIn(linkIn(await newestMail(server.config.dataDir, email)))
  expect((await calls.reset(token, 'secret1')).statusCode).toBe(200)
  expect((await calls.signIn({ email, password: 'secret1' })).statusCode).toBe(200)
})

it('can’t be taken over by signing up with its email: nothing is shown until that is confirmed', async () => {
  const email = newEmail()
  const { _id } = await add({ name: 'Bea', phone: newPhone(), email })
  const { answer } = await server.signUp({ name: 'Eve', email, password: 'secret1' })
  expect(answer.statusCode).toBe(200)
  expect(await appointmentsOf(email, 'secret1')).toEqual([])
  // The owner's link takes the account from whoever signed up.
  expect((await calls.reset(await claimToken(email), 'secret2')).statusCode).toBe(200)
  expect((await calls.signIn({ email, password: 'secret1' })).statusCode).toBe(401)
  await setBirthDate(email, '1980-01-31')
  expect((await claim(email, 'secret2', '1980-01-31')).statusCode).toBe(200)
  expect(await appointmentsOf(email, 'secret2')).toEqual([_id])
})

it('is not offered to a patient without email, who gets none', async () => {
  expect((await add({ name: 'Cy', phone: newPhone() })).patient).toBe('')
  // A later email shows that the notices before it were handled.
  const email = newEmail()
  await add({ name: 'Dee', phone: newPhone(), email })
  await expect
    .poll(() => subjectsTo(email), { timeout: 10_000 })
    .toContainEqual(expect.stringMatching(/^Your appointment is booked: /))
  const { db } = server.database
  const notices = await db.select().from(appointmentNotice)
  expect(notices.every(({ doneAt }) => doneAt)).toBe(true)
  expect(await db.select().from(mail).where(eq(mail.recipient, ''))).toEqual([])
})

it('does not reveal the patient’s name in its email', async () => {
  const email = newEmail()
  await add({ name: 'Zebedee', phone: newPhone(), email })
  await claimToken(email)
  const { html, text } = await newestMail(server.config.dataDir, email)
  expect(html + text).not.toContain('Zebedee')
})
