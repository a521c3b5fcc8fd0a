import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { type MailDetails, type MailKind, mail } from '#server/database/schema/mail.ts'
import { patient } from '#server/database/schema/patient.ts'
import { payment, paymentIntent } from '#server/database/schema/payment.ts'
import { recall } from '#server/database/schema/recall.ts'
import { textConsent, textMessage } from '#server/database/schema/text-message.ts'
import { waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'
import { deliverMail } from '#server/mail/mail.ts'
import { openTransport } from '#server/mail/transport.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { startTextProvider, type TestTextProvider, textAccount } from '#server/testing/outside/text-provider.ts'
import { openTextProvider } from '#server/text-message/provider.ts'
import { sendText } from '#server/text-message/send.ts'

// An email or text message that waits while a death is noted is not sent, whatever it is about.

const now = new Date('2026-05-01T12:00:00Z')
const slot = '08.00 AM - 08.30 AM'

let server: TestApp
let staff: TestStaff
let provider: TestTextProvider
beforeAll(async () => {
  provider = await startTextProvider()
  server = await openTestApp({ clock: () => now, env: { ...textAccount, TEXT_API_URL: provider.url } })
  staff = await openTestStaff(server)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const db = () => server.database.db
let visits = 3

/** Adds a patient with an appointment, and all else that a message can be about. */
async function addPatient() {
  visits += 1
  const id = randomUUID()
  const email = `${id}@example.org`
  await db().insert(patient).values({ id, name: 'Bea Bloom', email })
  const [cleaning] = await staff.treatments()
  const time = { treatmentId: cleaning?._id ?? '', date: `May ${visits}, 2026`, slot }
  await staff.bookFor({ patient: { id }, phone: '212 555 0142', requestId: randomUUID(), ...time })
  const [row] = await db().select().from(booking).where(eq(booking.patientId, id))
  if (!row) throw new Error('The booking is missing')
  const [entryId, offerId, intentId, paymentId, recallId] = [0, 1, 2, 3, 4].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const { treatmentId, startsAt } = row
  const of = { patientId: id, treatmentId }
  await db()
    .insert(waitingEntry)
    .values({ ...of, id: entryId, weekdays: [1], fromMinutes: 0, untilMinutes: 600, lastDay: '2026-06-01' })
  const offer = { ...of, id: offerId, entryId, date: row.date, slot, startsAt, sentAt: now, expiresAt: startsAt }
  await db().insert(waitingOffer).values(offer)
  await db()
    .insert(recall)
    .values({ ...of, id: recallId, lastVisitOn: '2025-05-01' })
  const paid = { bookingId: row.id, amount: 100 }
  await db()
    .insert(paymentIntent)
    .values({ ...paid, id: intentId, patientId: id, currency: 'usd', state: 'settled' })
  await db()
    .insert(payment)
    .values({ ...paid, id: randomUUID(), method: 'card-online', intentId })
  await db()
    .insert(payment)
    .values({ ...paid, id: paymentId, method: 'cash' })
  return { id, email, row, offerId, intentId, paymentId, recallId }
}
type Patient = Awaited<ReturnType<typeof addPatient>>

const times = (row: Patient['row']) => ({
  ...{ treatment: row.treatment, date: row.date, slot, sequence: row.sequence },
  ...{ startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() },
})

const emails: [MailKind, (of: Patient) => MailDetails][] = [
  ['appointment-moved', ({ row }) => ({ link: 'https://x', appointment: { id: row.id, ...times(row) } })],
  [
    'waiting-offer',
    ({ row, offerId }) => ({ link: 'https://x', offer: { id: offerId, leaveLink: 'x', ...times(row) } }),
  ],
  ['recall', ({ recallId }) => ({ recallId })],
  ['receipt', ({ intentId }) => ({ payment: { price: 100, transactionId: intentId } })],
  ['receipt', ({ paymentId }) => ({ payment: { price: 100, transactionId: paymentId } })],
  ['claim-account', () => ({})],
]

/** Sends an email without a job, as a worker would, and returns what became of it. */
async function deliver(kind: MailKind, recipient: string, details: MailDetails) {
  const id = randomUUID()
  await db().insert(mail).values({ id, kind, recipient, details })
  const { config } = server
  await deliverMail(
    {
      ...{ db: db(), log: server.log, transport: openTransport(config), onAttempt: () => {} },
      sender: async () => ({ ...config, mailFrom: config.mailFrom ?? config.clinic.email }),
      passwordLink: async () => 'https://clinic.example/set-password',
      isReminderDue: async () => true,
      invitation: async () => ({
        link: 'https://x',
        recall: {
          ...{ treatments: ['Teeth Cleaning'], lastVisitOn: '2025-05-01', price: 59_00, times: [] },
          ...{ stopLink: 'https://clinic.example/recall#stop.x', unsubscribe: 'https://clinic.example/unsubscribe/x' },
        },
      }),
      isOfferCurrent: async () => true,
    },
    id,
    1,
  )
  return (await db().select().from(mail).where(eq(mail.id, id)))[0]?.result
}

const note = (id: string) =>
  server.app.inject({ method: 'PUT', url: `/desk/patients/${id}/death`, headers: staff.admin.bearer })

it('an email about a patient is sent until they have died', async () => {
  const bea = await addPatient()
  for (const [kind, details] of emails) expect(await deliver(kind, bea.email, details(bea)), kind).toBe('kept')
  const count = async () => (await mailsTo(server.config.dataDir, bea.email)).length
  // With the confirmation of the appointment.
  await expect.poll(count, { timeout: 20_000 }).toBe(emails.length + 1)
  await note(bea.id)
  for (const [kind, details] of emails) expect(await deliver(kind, bea.email, details(bea)), kind).toBe('outdated')
  expect(await count()).toBe(emails.length + 1)
})

it('an email to make an account goes to an address that somebody living has, too', async () => {
  const [bea, son] = [await addPatient(), randomUUID()]
  await db().insert(patient).values({ id: son, name: 'Sam Bloom', email: bea.email })
  await note(bea.id)
  expect(await deliver('claim-account', bea.email, {})).toBe('kept')
  await note(son)
  expect(await deliver('claim-account', bea.email, {})).toBe('outdated')
})

it('a text message that waits is not sent', async () => {
  const provided = openTextProvider(
    { url: provider.url, account: 'AC1', token: textAccount.TEXT_TOKEN, from: textAccount.TEXT_FROM },
    { statusUrl: `${server.origin}/webhook/text` },
  )
  const send = async ({ id: patientId, row }: Patient) => {
    const id = randomUUID()
    const about = { bookingId: row.id, patientId, kind: 'booked', sequence: 0, hoursBefore: 0 } as const
    await db()
      .insert(textMessage)
      .values({ ...about, id, phone: '+12125550142', body: 'booked', startsAt: row.startsAt })
    await sendText(
      {
        ...{ db: db(), log: server.log, clock: () => now, texts: provided },
        clinic: async () => ({ country: 'US', textCountries: [] }),
        notices: { soon: () => {}, reopen: async () => {} },
      },
      id,
      1,
    )
    return (await db().select().from(textMessage).where(eq(textMessage.id, id)))[0]?.state
  }
  const [bea, cal] = [await addPatient(), await addPatient()]
  for (const { id } of [bea, cal])
    await db()
      .insert(textConsent)
      .values({ patientId: id, phone: '+12125550142', wording: 'We text you', givenBy: 'a@example.org' })
  await note(bea.id)
  expect([await send(bea), await send(cal)]).toEqual(['outdated', 'sent'])
  expect(provider.taken).toHaveLength(1)
})

it('a phone that answers START gets no text messages for whoever has died', async () => {
  const bea = await addPatient()
  const phone = '+12125550177'
  const consent = { patientId: bea.id, phone, wording: 'We text you', givenBy: 'a@example.org' }
  await db().insert(textConsent).values(consent)
  await db().update(patient).set({ contact: 'sms' }).where(eq(patient.id, bea.id))
  const says = (Body: string) =>
    server.app.inject(
      provider.report(`${server.origin}/webhook/text`, {
        ...{ From: phone, To: '+12125550100', Body, MessageSid: randomUUID() },
      }),
    )
  expect((await says('STOP')).statusCode).toBe(200)
  await note(bea.id)
  expect((await says('START')).statusCode).toBe(200)
  const rows = await db().select().from(textConsent).where(eq(textConsent.patientId, bea.id))
  expect(rows).toMatchObject([{ endedBy: 'stop' }])
})
