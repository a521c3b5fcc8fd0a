import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { textConsentWording } from '#contract/text-message.ts'
import { appointmentNotice, patientCall } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { textConsent, textMessage } from '#server/database/schema/text-message.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { startTextProvider, type TestTextProvider, textAccount } from '#server/testing/outside/text-provider.ts'
import { type TextChoices, textChoices } from '#server/text-message/testing/text-codes.ts'
import { openTextProvider } from './provider.ts'
import { sendText, type TextDeps } from './send.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let provider: TestTextProvider
let server: TestApp
let boss: Person
let choices: TextChoices
let day = 10
beforeAll(async () => {
  provider = await startTextProvider()
  server = await openTestApp({ env: { ...textAccount, TEXT_API_URL: provider.url } })
  boss = await server.person({ role: 'admin' })
  choices = textChoices(server, provider)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(() => {
  provider.state.fault = 'none'
  provider.taken.length = 0
})

const send = (who: Person, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: { origin: server.origin, ...who.bearer }, ...(payload && { payload }) })
const save = (who: Person, change: object) => send(who, 'PATCH', `/account/patients/${who.patientId}`, change)
const consents = (who: Person) =>
  server.database.db
    .select()
    .from(textConsent)
    .where(eq(textConsent.patientId, who.patientId))
    .orderBy(asc(textConsent.givenAt))
const textsOf = (who: Person) =>
  server.database.db.select().from(textMessage).where(eq(textMessage.patientId, who.patientId))
const mailsTo = async (who: Person) =>
  (await server.database.db.select().from(mail).where(eq(mail.recipient, who.email))).map(({ kind }) => kind)
const statusUrl = () => `${server.origin}/webhook/text`

/** A patient who has chosen text messages, at a number of their own. */
async function withTexts(number = `+1 212 555 ${1000 + day}`): Promise<Person> {
  const person = await server.person({ name: 'Ann' })
  await choices.choose(person, number)
  return person
}

async function book(person: Person): Promise<string> {
  day += 1
  const date = `Apr ${day}, 2026`
  const [treatment] = (await server.app.inject(`/available?date=${encodeURIComponent(date)}`)).json()
  const { _id: treatmentId, price, slots } = treatment
  const body = { treatmentId, date, slot: slots[0], price, patient: person.email, phone: '212 555 0199' }
  const answer = await send(person, 'POST', '/booking', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().booking._id
}

const sent = async (count: number) => {
  await expect.poll(() => provider.taken.length).toBe(count)
  return provider.taken
}

it('tells who has chosen it by text message, without the treatment, and not by email', async () => {
  const ann = await withTexts('212 555 0142')
  const id = await book(ann)
  await sent(1)
  await send(ann, 'POST', `/booking/${id}/cancel`, { reason: 'ill' })
  const [booked, cancelled] = await sent(2)
  expect(booked).toMatchObject({
    to: '+12125550142',
    body: expect.stringMatching(/^Lumen Dental: your appointment is booked for /),
  })
  expect(cancelled?.body).toContain('is cancelled. Book another time: http')
  expect(booked?.body).toMatch(/ Reply STOP to end texts\.$/)
  expect(provider.taken.some(({ body }) => /orthodontic|cleaning|surgery|cavity/i.test(body))).toBe(false)
  expect(await mailsTo(ann)).toEqual([])
})

it('keeps the proof of the choice: the number, the sentence, who and until when', async () => {
  const ann = await withTexts('+1 212 555 0143')
  await choices.choose(ann, '+1 212 555 0144')
  await save(ann, { contact: 'email' })
  expect(await consents(ann)).toMatchObject([
    { phone: '+12125550143', wording: textConsentWording, givenBy: ann.email, endedBy: 'patient', provedBy: 'code' },
    { phone: '+12125550144', wording: textConsentWording, givenBy: ann.email, endedBy: 'patient' },
  ])
  const change = { seen: { contact: 'email' }, change: { contact: 'sms' } }
  expect((await send(boss, 'PATCH', `/desk/patients/${ann.patientId}`, change)).statusCode).toBe(200)
  expect((await consents(ann)).at(-1)).toMatchObject({ givenBy: boss.email, endedAt: null, provedBy: 'staff' })
})

it.each([
  ...[[''], ['900 555 0142'], ['800 555 0142'], ['+881 6 1234 5678'], ['+870 301234567'], ['+44 7640 123456']],
  ...[['+44 7400 123456'], ['+49 30 1234567']],
])('refuses text messages to the number %j', async (number) => {
  const person = await server.person()
  const answer = await save(person, { phones: [number], contact: 'sms' })
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['contact']])
  expect(await consents(person)).toEqual([])
  const [row] = await server.database.db.select().from(patient).where(eq(patient.id, person.patientId))
  expect(row?.contact).toBe('email')
})

it('ends at STOP, and goes on by email', async () => {
  const ann = await withTexts('+1 212 555 0145')
  const stop = { From: '+12125550145', To: '+12125550100', Body: ' Stop. ', MessageSid: 'SM99' }
  const forged = await server.app.inject(provider.report(statusUrl(), stop, 'another token'))
  expect(forged.statusCode).toBe(400)
  expect((await consents(ann))[0]?.endedAt).toBeNull()
  for (let n = 0; n < 2; n += 1)
    expect((await server.app.inject(provider.report(statusUrl(), stop))).statusCode).toBe(200)
  expect(await consents(ann)).toMatchObject([{ endedBy: 'stop' }])
  await book(ann)
  await expect.poll(() => mailsTo(ann)).toEqual(['appointment-booked'])
  expect(provider.taken).toEqual([])
})

it('sends a message once to a provider that takes it and does not answer', async () => {
  const ann = await withTexts()
  provider.state.fault = 'silent'
  await book(ann)
  await sent(1)
  provider.state.fault = 'none'
  const [text] = await textsOf(ann)
  const account = { url: provider.url, account: 'AC1', token: textAccount.TEXT_TOKEN, from: textAccount.TEXT_FROM }
  const deps: TextDeps = {
    ...{ db: server.database.db, log: server.log, clock: () => new Date('2026-03-10T14:00:00Z') },
    clinic: async () => ({ country: 'US', textCountries: [] }),
    ...{
      texts: openTextProvider(account, { statusUrl: statusUrl() }),
      notices: { soon: () => {}, reopen: async () => {} },
    },
  }
  expect(await sendText(deps, text?.id ?? '', 2)).toBeUndefined()
  expect(provider.taken).toHaveLength(1)
  expect(await textsOf(ann)).toMatchObject([
    { state: 'sent', providerId: provider.taken[0]?.sid, body: '', segments: 2 },
  ])
})

it('counts what a delivered message costs, whatever the provider repeats', async () => {
  const ann = await withTexts()
  await book(ann)
  const [message] = await sent(1)
  await expect.poll(async () => (await textsOf(ann))[0]?.state).toBe('sent')
  if (message) message.status = 'delivered'
  const delivered = provider.report(statusUrl(), { MessageSid: message?.sid ?? '', MessageStatus: 'delivered' })
  for (let n = 0; n < 2; n += 1) expect((await server.app.inject(delivered)).statusCode).toBe(200)
  // A report that comes too late.
  if (message) message.status = 'failed'
  await server.app.inject(provider.report(statusUrl(), { MessageSid: message?.sid ?? '', MessageStatus: 'failed' }))
  expect(await textsOf(ann)).toMatchObject([{ state: 'delivered', priceMicros: 16_600, currency: 'USD', segments: 2 }])
  expect(await mailsTo(ann)).toEqual([])
})

it('sends an email instead of a message that the number does not take, or that is not delivered', async () => {
  const ann = await withTexts()
  provider.state.fault = 21_211
  await book(ann)
  await expect.poll(() => mailsTo(ann)).toEqual(['appointment-booked'])
  expect(await textsOf(ann)).toMatchObject([{ state: 'refused', error: '21211', body: '' }])

  provider.state.fault = 'none'
  const bea = await withTexts()
  await book(bea)
  const [message] = await sent(1)
  await expect.poll(async () => (await textsOf(bea))[0]?.state).toBe('sent')
  Object.assign(message ?? {}, { status: 'undelivered', error: 30_005 })
  const report = provider.report(statusUrl(), { MessageSid: message?.sid ?? '', MessageStatus: 'undelivered' })
  for (let n = 0; n < 2; n += 1) await server.app.inject(report)
  await expect.poll(() => mailsTo(bea)).toEqual(['appointment-booked'])
  expect(await textsOf(bea)).toMatchObject([{ state: 'failed', error: '30005' }])
})

it('lists a patient to be called whom neither a message nor an email reaches', async () => {
  const ann = await withTexts()
  const id = await book(ann)
  await sent(1)
  const { db } = server.database
  await db.delete(patientUser).where(eq(patientUser.patientId, ann.patientId))
  await db.update(patient).set({ email: null }).where(eq(patient.id, ann.patientId))
  provider.state.fault = 21_610
  expect((await send(boss, 'POST', `/desk/appointments/${id}/cancel`, { refund: 0 })).statusCode).toBe(200)
  const open = () => db.select().from(patientCall).where(eq(patientCall.bookingId, id))
  await expect.poll(async () => (await open()).map(({ kind }) => kind)).toEqual(['cancelled'])
  const waiting = and(eq(appointmentNotice.bookingId, id), eq(appointmentNotice.kind, 'cancelled'))
  const [notice] = await db.select().from(appointmentNotice).where(waiting)
  expect(notice?.doneAt).not.toBeNull()
})
