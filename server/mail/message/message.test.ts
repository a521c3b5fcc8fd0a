import { describe, expect, it } from 'vitest'
import type { MailKind } from '#server/database/schema/mail.ts'
import { writeMessage } from './message.ts'

const sender = {
  publicUrl: 'https://clinic.example',
  mailFrom: 'desk@clinic.example',
  clinic: {
    name: 'Smith & <Sons>',
    address: 'Street 1',
    phone: '1',
    timeZone: 'America/New_York',
    language: 'en-US',
    country: 'US',
    currency: 'USD',
  },
}
const directions = 'https://www.google.com/maps/dir/?api=1&destination=Street%201'
const link = 'https://clinic.example/reset-password?token=a&b'
const payment = {
  treatment: 'Teeth <Cleaning>',
  date: 'Nov 21, 2026',
  slot: '08.00 AM - 08.30 AM',
  price: 59_05,
  transactionId: 'pi_1',
}
const appointment = {
  id: '0197a0c2-0000-7000-8000-000000000001',
  sequence: 0,
  treatment: 'Teeth <Cleaning>',
  doctor: 'Dr. O’Brien',
  date: 'Nov 21, 2026',
  slot: '08.00 AM - 08.30 AM',
  startsAt: '2026-11-21T13:00:00.000Z',
  endsAt: '2026-11-21T13:30:00.000Z',
}
const appointmentKinds = [
  'appointment-booked',
  'appointment-moved',
  'appointment-cancelled',
  'appointment-reminder',
] as const
const kinds = [
  'verify-email',
  'password-reset',
  'claim-account',
  'staff-invitation',
  'password-changed',
  'receipt',
  ...appointmentKinds,
] as const
const write = (kind: MailKind) => writeMessage(kind, { link, payment, appointment }, sender)

/** Returns the visible text of the HTML, without the preheader. */
function visibleText(html: string): string {
  return html
    .replace(/<(style|title|div)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}

it('escapes the clinic’s name in HTML, and has the link in both parts', () => {
  const { text, html } = write('password-reset')
  expect(text).toContain(`your account at Smith & <Sons>.`)
  expect(text.split('\n')).toContain(link)
  expect(html).toContain('Smith &amp; &lt;Sons&gt;')
  expect(html).toContain('href="https://clinic.example/reset-password?token=a&amp;b"')
})

it.each(kinds)('has the same text in both parts of %s, in one layout with a button', (kind) => {
  const { text, html } = write(kind)
  const visible = visibleText(html)
  for (const line of text.split('\n').filter((line) => line !== '' && line !== directions))
    expect(visible).toContain(line.replace(/:$/, '').replace(': ', ' '))
  const url = kind === 'password-changed' ? 'https://clinic.example/forgot-password' : link.replace('&', '&amp;')
  const further = text.includes(directions) ? [`href="${directions.replace('&', '&amp;')}"`] : []
  expect(html.match(/href="[^"]*"/g)).toEqual([`href="${url}"`, `href="${url}"`, ...further])
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('max-width:600px')
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).not.toMatch(/<Sons>|<Cleaning>|<img|src=|url\(|undefined/)
})

it('calls an email an email', () => {
  for (const kind of kinds) expect(write(kind).text).not.toMatch(/e-mail|\bmails?\b/i)
})

it('has ASCII subjects without the clinic’s name', () => {
  for (const kind of kinds) expect(write(kind).subject).toMatch(/^[ -~]+$/)
})

it('names the dentist on the receipt, if the appointment has one', () => {
  const withDentist = { ...payment, doctor: 'Dr. Ida <Holm>' }
  const { text, html } = writeMessage('receipt', { link, payment: withDentist }, sender)
  expect(text.split('\n')).toContain('Dentist: Dr. Ida <Holm>')
  expect(html).toContain('Dr. Ida &lt;Holm&gt;')
  expect(write('receipt').text).not.toContain('Dentist')
})

it('writes a receipt with the payment, the appointment and a link to print it', () => {
  const { subject, text } = write('receipt')
  expect(subject).toBe('Your receipt')
  for (const part of ['$59.05', 'Teeth <Cleaning>', 'Nov 21, 2026', '8:00 to 8:30 AM', 'pi_1', link]) {
    expect(text).toContain(part)
  }
})

it('names the number of the receipt', () => {
  const numbered = { ...payment, receipt: '2026-00042' }
  expect(writeMessage('receipt', { link, payment: numbered }, sender).text).toContain('Receipt: 2026-00042')
  expect(write('receipt').text).not.toContain('Receipt:')
})

it.each([
  ['changeable', 'Can’t make it? Move or cancel it under My Appointments on our website.'],
  ['too-late', 'Can’t make it? Move it under My Appointments on our website. It’s too late to cancel it there.'],
  ['begun', undefined],
  ['over', undefined],
  [undefined, undefined],
] as const)('a receipt says how the appointment can be changed while it is %s', (changes, sentence) => {
  const lines = writeMessage('receipt', { link, payment: { ...payment, changes } }, sender).text.split('\n')
  expect(lines.find((line) => line.startsWith('Can’t make it?'))).toBe(sentence)
  expect(lines).toContain('Questions? Call us at 1.')
})

it.each(appointmentKinds)('%s has the time with its zone, and names the treatment in the text only', (kind) => {
  const { subject, text } = write(kind)
  expect(text).toContain(
    'Date: Saturday, Nov 21, 2026\nTime: 8:00 – 8:30 AM EST\nTreatment: Teeth <Cleaning>\nDentist: Dr. O’Brien',
  )
  expect(subject).not.toContain('Cleaning')
  expect(subject).toMatch(/: Sat, Nov 21$/)
})

it.each(['appointment-booked', 'appointment-moved', 'appointment-reminder'] as const)(
  '%s offers to move, and to cancel as long as that is possible',
  (kind) => {
    const changeable = { ...appointment, cancelUntil: '2026-11-20T13:00:00.000Z' }
    const { text } = writeMessage(kind, { link, appointment: changeable }, sender)
    expect(text).toContain(`Move or cancel:\n${link}`)
    expect(text).toContain('Changes: You can cancel online until Nov 20, 2026, 8:00 AM\n')
    expect(text).toContain(
      'Use the link above to move or cancel, without logging in. Too late to cancel it? Please call us at 1.',
    )
    expect(write(kind).text).toContain(`Move your appointment:\n${link}`)
    expect(write(kind).text).toContain('Changes: Can’t be cancelled online, can be moved\n')
    expect(write(kind).text).toContain('Can’t make it? Use the link above to move it, or call us at 1 to cancel it.')
  },
)

describe('an email about an appointment', () => {
  const payLink = 'https://clinic.example/your-appointment/pay#token'
  const money = { price: 59_00, owed: 24_00, payLink }
  const text = (more: object, kind: MailKind = 'appointment-booked', to = sender) =>
    writeMessage(kind, { link, appointment: { ...appointment, ...more } }, to).text

  it.each(['appointment-booked', 'appointment-moved', 'appointment-reminder'] as const)(
    '%s names the price and what is owed, and offers to pay first, then the change and the way',
    (kind) => {
      expect(text(money, kind)).toContain('Price: $59.00\nStill to pay: $24.00')
      const labels = ['Pay now', 'Move your appointment', 'Directions'].map((label) => `\n${label}:\n`)
      const places = labels.map((label) => text(money, kind).indexOf(label))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      expect(text(money, kind)).toContain(`Pay now:\n${payLink}`)
    },
  )

  it('says that it is paid, or free, and offers no payment then', () => {
    expect(text({ price: 59_00, owed: 0 })).toContain('Price: $59.00\nPayment: Paid')
    expect(text({ price: 0, owed: 0 })).toContain('Price: Free of charge')
    for (const paid of [{ price: 59_00, owed: 0 }, {}]) expect(text(paid)).not.toContain('Pay now')
  })

  it('offers no card payment of less than the card provider takes', () => {
    expect(text({ ...money, owed: 49 })).not.toContain('Pay now')
    expect(text({ ...money, owed: 49 })).toContain('Still to pay: $0.49')
  })

  it('shows no way to a clinic without an address', () => {
    const clinic = { ...sender.clinic, address: '' }
    expect(text(money, 'appointment-booked', { ...sender, clinic })).not.toContain('Directions')
  })

  it('says what of a refund the desk gives back', () => {
    const cancelled = (refundAtDesk: number) => text({ refund: 59_00, refundAtDesk }, 'appointment-cancelled')
    expect(cancelled(0)).toContain('We refund $59.00 to your card. Your bank may take 5 to 10 days to show it.')
    expect(cancelled(59_00)).toContain('Collect your $59.00 at the front desk.')
    expect(cancelled(59_00)).not.toContain('bank')
    expect(cancelled(35_00)).toContain(
      'We refund $24.00 to your card. Collect your $35.00 at the front desk. Your bank may',
    )
  })
})
