import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClinicMessage, MessageText } from '#contract/message.ts'
import { mail, messageTemplate } from '#server/database/schema/mail.ts'
import { appointmentEmail } from '#server/mail/message/appointment.ts'
import { type Sender, writeMessage } from '#server/mail/message/message.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { date, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'
import { readWords } from './store.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(async () => {
  await desk.reset()
  await desk.server.database.db.delete(messageTemplate)
})

const send = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, headers = desk.staff.admin.bearer) =>
  desk.server.app.inject({ method, url, headers, ...(payload && { payload }) })
const choose = (words: Partial<MessageText>, kind = 'reminder') =>
  send('PUT', `/messages/${kind}`, { subject: '', text: '', ...words })
const preview = async (words: Partial<MessageText>, kind = 'reminder') =>
  (await send('POST', `/messages/${kind}/preview`, { subject: '', text: '', ...words })).json()

/** Writes the email about an invented appointment with the words that are stored. */
async function written(): Promise<{ subject: string; text: string; html: string }> {
  const words = await readWords(desk.server.database.db)
  const sender: Sender = {
    publicUrl: 'https://clinic.example',
    mailFrom: 'a@clinic.example',
    clinic: clinicData,
    words,
  }
  const appointment = {
    ...{ id: '1', sequence: 0, treatment: 'Teeth Cleaning', doctor: 'Ida', date, slot: nine },
    ...{ startsAt: '2026-05-04T13:00:00Z', endsAt: '2026-05-04T13:30:00Z' },
  }
  const now = new Date('2026-05-01T13:00:00Z')
  return writeMessage('appointment-reminder', { link: 'https://clinic.example/x', appointment }, sender, now)
}

describe('the clinic’s own words', () => {
  it('are in the email with their variables, above the facts and the links', async () => {
    const own = {
      subject: 'See you on {date}',
      text: 'Please be early for {treatment} with {dentist}.\n\nAt {time}. {phone}',
    }
    expect((await choose(own)).statusCode).toBe(200)
    const { subject, text } = await written()
    expect(subject).toBe('See you on Monday, May 4')
    expect(text).toContain('Please be early for Teeth Cleaning with Ida.\n\nAt 9:00 to 9:30 AM EDT. +1 212 555 0142')
    expect(text).toContain('https://clinic.example/x')
    expect(text).not.toContain('See you soon')
  })

  it('may be text in Arabic, and HTML in them is text', async () => {
    await choose({ text: 'نراكم قريبًا <b>{date}</b>' })
    const { html, text } = await written()
    expect(text).toContain('نراكم قريبًا <b>Monday')
    expect(html).toContain('dir="auto"')
    expect(html).toContain('&lt;b&gt;Monday')
  })

  it('are the usual ones again when both are empty', async () => {
    await choose({ text: 'Hello' })
    const answer = await choose({})
    const reminder = answer.json<ClinicMessage[]>().find(({ kind }) => kind === 'reminder')
    expect(reminder).toMatchObject({ subject: '', text: '', usual: { subject: 'A reminder of your appointment' } })
    expect((await written()).text).toContain('See you soon at Lumen Dental.')
    expect((await desk.trail('change-message')).slice(0, 2)).toEqual(['reminder', 'reminder'])
  })

  it.each<[string, Partial<MessageText>, string, string]>([
    ['an unknown variable', { text: 'Dear {patient}' }, 'text', 'We can’t fill in {patient}. Write {clinic}'],
    ['a doubled brace', { text: 'On {{date}}' }, 'text', 'We can’t fill in {{date}}. Write {clinic}'],
    ['an unclosed brace', { subject: 'On {date at {time}' }, 'subject', 'We can’t fill in {date. Write {clinic}'],
    ['the treatment in the subject', { subject: '{treatment}' }, 'subject', 'must not name the treatment'],
    ['a long subject', { subject: 'x'.repeat(101) }, 'subject', '100 characters or shorter'],
    ['an invisible character', { text: 'a\u202eb' }, 'text', 'invisible'],
  ])('with %s are refused', async (_what, words, field, sentence) => {
    const answer = await choose(words)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[field]).toContain(sentence)
    expect(await desk.server.database.db.$count(messageTemplate)).toBe(0)
  })

  it('of an unknown kind, and those of others than admins, are refused', async () => {
    expect((await choose({}, 'receipt')).statusCode).toBe(400)
    const receptionist = await desk.server.person({ role: 'receptionist' })
    expect((await send('GET', '/messages', undefined, receptionist.bearer)).statusCode).toBe(403)
  })
})

it('a preview is about the next appointment, with links that lead to nobody’s appointment', async () => {
  expect((await preview({ text: 'With {dentist}' })).text).toContain('With Dr. Example')
  await desk.book({ slot: nine, doctor: desk.oskar })
  const shown = await preview({ subject: 'Soon', text: 'With {dentist} at {time}' })
  expect(shown.subject).toBe('Soon: Mon, May 4')
  expect(shown.text).toContain('With Oskar at 9:00 to 9:30 AM EDT')
  expect(shown.text).not.toContain('#')
  expect(await desk.server.database.db.$count(messageTemplate)).toBe(0)
})

it('a test goes to the admin, about an invented appointment', async () => {
  const answer = await send('POST', '/messages/choose/test')
  expect(answer.json()).toEqual({ recipient: desk.staff.admin.email })
  const { db } = desk.server.database
  const sent = await db
    .select()
    .from(mail)
    .where(and(eq(mail.recipient, desk.staff.admin.email), eq(mail.kind, 'appointment-choose')))
  expect(sent).toHaveLength(1)
  await expect
    .poll(() => db.$count(mail, and(eq(mail.recipient, desk.staff.admin.email), isNull(mail.doneAt))), {
      timeout: 20_000,
    })
    .toBe(0)
})

it('an email that asks for another time leads to the choice, not to the payment', () => {
  const appointment = {
    ...{ id: '1', sequence: 0, treatment: 'Teeth Cleaning', date, slot: nine, price: 5_900, owed: 5_900 },
    ...{ startsAt: '2026-05-04T13:00:00Z', endsAt: '2026-05-04T13:30:00Z', payLink: 'https://clinic.example/pay' },
  }
  const { button, paragraphs } = appointmentEmail(
    'appointment-choose',
    { ...appointment, message: 'Dr. Ida is ill.' },
    'https://clinic.example/x',
    { clinic: clinicData, now: new Date(), chosen: undefined },
  )
  expect(button).toEqual({ label: 'Choose another time', link: 'https://clinic.example/x' })
  expect(paragraphs.at(-1)).toBe('Dr. Ida is ill.')
})
