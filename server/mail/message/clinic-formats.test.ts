import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { writeMessage } from './message.ts'

const sender = {
  publicUrl: 'https://praxis.example',
  mailFrom: 'hallo@praxis.example',
  clinic: {
    name: 'Zahnarztpraxis am Park',
    address: 'Parkstraße 8, 10115 Berlin',
    phone: '+49 30 1234567',
    timeZone: 'Europe/Berlin',
    language: 'de',
    country: 'DE',
    currency: 'EUR',
  },
}
const payment = {
  treatment: 'Vorsorge',
  date: 'Nov 25, 2026',
  slot: '02.00 PM - 02.30 PM',
  price: 59_00,
  transactionId: 'pi_1',
}
const plain = (text: string) => text.replace(/\p{Zs}/gu, ' ')

it('a receipt has the clinic’s date, clock and currency, and English in its sentences', () => {
  const { text, html } = writeMessage('receipt', { link: 'https://praxis.example/r', payment }, sender)
  expect(plain(text).split('\n')).toEqual(
    expect.arrayContaining(['Date: 25.11.2026', 'Time: 14:00 – 14:30', 'Paid: 59,00 €']),
  )
  expect(plain(html)).toContain('59,00 € for Vorsorge on 25 Nov 2026')
  expect(plain(html)).not.toMatch(/Nov 25, 2026|\d\d\.\d\d [AP]M/)
})

it('has the clinic’s logo, except for Outlook on Windows, or the site’s mark', () => {
  const clinic = { ...sender.clinic, logo: '/image/0197a0c2-0000-4000-8000-000000000001' }
  const { html } = writeMessage('receipt', { payment }, { ...sender, clinic })
  expect(html).toContain(
    'src="https://praxis.example/image/0197a0c2-0000-4000-8000-000000000001/small" width="48" height="48" alt=""',
  )
  expect(html.replace(/<!--\[if !mso\]><!-->.*?<!--<!\[endif\]-->/gs, '')).not.toContain('<img')
  expect(html).toContain('<img')
  const picture = /<img src="https:\/\/praxis\.example\/([^"]+)"/.exec(
    writeMessage('receipt', { payment }, sender).html,
  )
  expect(existsSync(`public/${picture?.[1]}`)).toBe(true)
})

it('an email about an appointment has a German date beside its label, and an English one in its sentence', () => {
  const appointment = {
    id: '0197a0c2-0000-7000-8000-000000000001',
    sequence: 0,
    treatment: 'Vorsorge',
    date: payment.date,
    slot: payment.slot,
    startsAt: '2026-11-25T13:00:00.000Z',
    endsAt: '2026-11-25T13:30:00.000Z',
    cancelUntil: '2026-11-24T13:00:00.000Z',
  }
  const details = { link: 'https://praxis.example/a', appointment }
  const { text } = writeMessage('appointment-booked', details, sender, new Date('2026-11-02T12:00:00Z'))
  expect(plain(text)).toContain('Mittwoch, 25. Nov.\n14:00–14:30 Uhr MEZ')
  expect(plain(text)).toContain('You can cancel online until Tuesday, 24 Nov, 14:00.')
  const early = writeMessage('appointment-booked', details, sender, new Date('2025-11-02T12:00:00Z'))
  expect(plain(early.text)).toContain('Mittwoch, 25. November 2026\n')
})
