import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verification } from '#server/database/schema/auth.ts'
import { appointmentNotice } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { user } from '#server/database/schema/user.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { linkIn, mailsTo, newestMail, tokenIn } from '#server/testing/outside/outbox.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'

// The account that staff add for a new patient: how its owner gets in, and nobody else.

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
  await expect.poll(() => subjectsTo(email), { timeout: 10_000 }).toContain('Your account is ready')
  const mails = await mailsTo(server.config.dataDir, email)
  const claim = mails.find(({ subject }) => subject === 'Your account is ready')
  const link = linkIn(claim ?? { text: '' })
  expect(link.origin + link.pathname).toBe(`${server.origin}/reset-password`)
  return tokenIn(link)
}

const isVerified = async (email: string) =>
  (await server.database.db.select().from(user).where(eq(user.email, email)))[0]?.emailVerified

it('is opened by the emailed link: it sets the first password and proves the email', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: '1', email })
  const token = await claimToken(email)
  expect(await isVerified(email)).toBe(false)
  expect((await calls.signIn({ email, password: 'secret1' })).statusCode).toBe(401)
  expect((await calls.reset(token, 'secret1')).statusCode).toBe(200)
  expect((await calls.signIn({ email, password: 'secret1' })).statusCode).toBe(200)
  expect(await isVerified(email)).toBe(true)
  expect((await calls.reset(token, 'secret2')).statusCode).toBe(400)
})

it('gets one email to set a password and one about the appointment', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: '1', email })
  const both = ['Your account is ready', 'Your appointment is booked']
  await expect.poll(async () => (await subjectsTo(email)).toSorted(), { timeout: 10_000 }).toEqual(both)
})

it('has a link that works for seven days', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: '1', email })
  await claimToken(email)
  const rows = await server.database.db.select().from(verification)
  const days = rows.map(({ expiresAt }) => (Number(expiresAt) - Date.now()) / 86_400_000)
  expect(Math.max(...days)).toBeGreaterThan(6.9)
  expect(Math.max(...days)).toBeLessThan(7.1)
})

it('is opened by a forgotten password too', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: '1', email })
  await expect.poll(async () => (await subjectsTo(email)).length, { timeout: 10_000 }).toBe(2)
  const token = await calls.resetToken(email, 2)
  expect((await calls.reset(token, 'secret1')).statusCode).toBe(200)
  expect((await calls.signIn({ email, password: 'secret1' })).statusCode).toBe(200)
})

it('can’t be taken over by signing up with its email, which gets the same answer as any account', async () => {
  const email = newEmail()
  await add({ name: 'Bea', phone: '1', email })
  const known = await calls.signedUp()
  const answers = await Promise.all(
    [email, known.email].map(
      async (taken) => (await server.signUp({ name: 'Eve', email: taken, password: 'secret1' })).answer,
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422])
  expect(answers[0]?.body).toBe(answers[1]?.body)
})

it('without email gets no email, and can’t be signed up or signed in with', async () => {
  const { patient } = await add({ name: 'Cy', phone: '1' })
  expect(patient).toMatch(/^no-email-.+@patients\.invalid$/)
  expect((await server.signUp({ name: 'Eve', email: patient, password: 'secret1' })).answer.statusCode).toBe(400)
  expect((await calls.signIn({ email: patient, password: 'secret1' })).statusCode).toBe(401)
  expect((await calls.requestReset(patient)).statusCode).toBe(200)
  // A later email shows that the notices before it were handled.
  const email = newEmail()
  await add({ name: 'Dee', phone: '1', email })
  await expect.poll(() => subjectsTo(email), { timeout: 10_000 }).toContain('Your appointment is booked')
  const { db } = server.database
  const notices = await db.select().from(appointmentNotice)
  expect(notices.every(({ doneAt }) => doneAt)).toBe(true)
  expect(await db.select().from(mail).where(like(mail.recipient, '%.invalid'))).toEqual([])
})

it('does not reveal the patient’s name in its email', async () => {
  const email = newEmail()
  await add({ name: 'Zebedee', phone: '1', email })
  await claimToken(email)
  const { html, text } = await newestMail(server.config.dataDir, email)
  expect(html + text).not.toContain('Zebedee')
})
