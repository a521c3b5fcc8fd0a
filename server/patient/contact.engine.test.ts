import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContactWay } from '#contract/patient/patient.ts'
import type { ContactReason } from '#contract/patient/reach.ts'
import { addCall } from '#server/appointment/patient-call-store.ts'
import { hoursBefore, openTestNotices, type TestNotices } from '#server/appointment/testing/notices.ts'
import { patientCall } from '#server/database/schema/booking.ts'
import { sending } from '#server/database/schema/outside-service.ts'
import { patient } from '#server/database/schema/patient.ts'
import { textConsent } from '#server/database/schema/text-message.ts'
import { user } from '#server/database/schema/user.ts'
import { contactFor } from './contact-store.ts'

const number = '+12125550142'
const address = 'ann@example.org'

let notices: TestNotices
const db = () => notices.database.db
beforeAll(async () => {
  notices = await openTestNotices()
})
afterAll(() => notices.database.close())
beforeEach(async () => {
  await notices.clear()
  await db().delete(user)
  await db().delete(patient)
  await setSending({})
})

const setSending = async (values: { emails?: boolean; texts?: boolean }) => {
  await db().delete(sending)
  await db()
    .insert(sending)
    .values({ emails: true, texts: true, ...values })
}

/** Adds a patient with an email and a number that agreed to texts. */
async function addPatient(values: Partial<typeof patient.$inferInsert> = {}): Promise<string> {
  const id = randomUUID()
  await db()
    .insert(patient)
    .values({ id, name: 'Ann', email: address, ...values })
  const consent = { patientId: id, phone: number, wording: 'Yes', givenBy: address, provedBy: 'staff' } as const
  if (values.contact === 'sms') await db().insert(textConsent).values(consent)
  return id
}

/** Adds an account that has confirmed the address. */
const confirm = () => db().insert(user).values({ id: 'ann', name: 'Ann', email: address, emailVerified: true })

/** Returns the means, or why there is none. */
async function said(patientId: string, reason: ContactReason, options?: { textFailed: boolean }) {
  const contact = await contactFor(db(), { patientId }, reason, options)
  return contact.means ?? contact.because
}

const reasons = ['appointment', 'change', 'price', 'money', 'recall', 'offer', 'account'] as const
const everyReason = async (id: string) =>
  Object.fromEntries(await Promise.all(reasons.map(async (reason) => [reason, await said(id, reason)])))
const all = (answer: string) => Object.fromEntries(reasons.map((reason) => [reason, answer]))

describe('the means by which a patient is reached', () => {
  it.each<[ContactWay, object]>([
    ['email', all('email')],
    ['sms', { ...all('email'), appointment: 'sms', change: 'sms', recall: 'wants-texts' }],
    ['phone', { ...all('wants-call'), money: 'email' }],
    ['none', { ...all('wants-nothing'), money: 'email' }],
  ])('of one who wants %s', async (contact, expected) => {
    await confirm()
    expect(await everyReason(await addPatient({ contact }))).toEqual(expected)
  })

  it('is no address that nobody has confirmed, for what the patient did not ask for', async () => {
    const id = await addPatient()
    expect(await everyReason(id)).toEqual({ ...all('email'), recall: 'not-confirmed', offer: 'not-confirmed' })
  })

  it('is a call without an email', async () => {
    expect(await everyReason(await addPatient({ email: null }))).toEqual(all('no-email'))
  })

  it.each(['diedAt', 'erasedAt'] as const)('is none at all after %s', async (column) => {
    await confirm()
    const id = await addPatient({ contact: 'sms' })
    await db()
      .update(patient)
      .set({ [column]: new Date() })
      .where(eq(patient.id, id))
    expect(new Set(Object.values(await everyReason(id)))).toEqual(new Set([column === 'diedAt' ? 'died' : 'erased']))
  })

  it('is an email for whoever wants texts, without a text service, after one has failed and after STOP', async () => {
    const id = await addPatient({ contact: 'sms' })
    expect(await said(id, 'change', { textFailed: true })).toBe('email')
    await setSending({ texts: false })
    expect(await said(id, 'change')).toBe('email')
    await setSending({})
    await db().update(textConsent).set({ endedAt: new Date(), endedBy: 'stop' }).where(eq(textConsent.patientId, id))
    expect(await said(id, 'change')).toBe('email')
  })

  it('is a call without a mail server, but for texts', async () => {
    await confirm()
    await setSending({ emails: false })
    expect(await everyReason(await addPatient())).toEqual(all('no-mail-server'))
    expect(await said(await addPatient({ contact: 'sms' }), 'change')).toBe('sms')
  })
})

describe('what the clinic sends about an appointment', () => {
  const sent = async () => (await notices.send(hoursBefore(72))).map(({ kind, recipient }) => [kind, recipient])
  const booked = async (values: Partial<typeof patient.$inferInsert>) => {
    const { id, patient: email } = await notices.book()
    await db().update(patient).set(values).where(eq(patient.email, email))
    return { id, email }
  }

  const from = { date: '2030-06-12' as const, slot: '08.00 AM - 08.30 AM' }
  const move = (bookingId: string) =>
    db().transaction((tx) => addCall(tx, { bookingId, kind: 'moved', from, message: '' }))

  it.each<[string, Partial<typeof patient.$inferInsert>]>([
    ['wants calls', { contact: 'phone' }],
    ['wants no messages', { contact: 'none' }],
    ['has died', { diedAt: new Date() }],
  ])('is nothing to one who %s', async (_who, values) => {
    const { id } = await booked(values)
    await notices.move(id, '2030-06-13')
    expect(await sent()).toEqual([])
  })

  it('is an email to one who wants texts while there is no text service', async () => {
    await setSending({ texts: false })
    const { email } = await booked({ contact: 'sms' })
    expect(await sent()).toEqual([['appointment-booked', email]])
  })

  it.each<[string, Partial<typeof patient.$inferInsert>, number]>([
    ['wants an email', { contact: 'email' }, 0],
    ['wants calls', { contact: 'phone' }, 1],
    ['wants no messages', { contact: 'none' }, 1],
    ['has no email', { email: null }, 1],
    ['has died', { diedAt: new Date() }, 0],
  ])('adds a call about a change to one who %s', async (_who, values, calls) => {
    const { id } = await booked(values)
    await move(id)
    expect(await db().$count(patientCall, eq(patientCall.bookingId, id))).toBe(calls)
  })

  it('adds calls about changes to all while there is no mail server', async () => {
    await setSending({ emails: false })
    const { id } = await booked({ contact: 'email' })
    await move(id)
    expect(await sent()).toEqual([])
    expect(await db().$count(patientCall, eq(patientCall.bookingId, id))).toBe(1)
  })
})
