import { expect, it } from 'vitest'
import { writeMessage } from './message.ts'

const clinic = {
  ...{ name: 'Smith & <Sons>', address: 'Street 1', phone: '1', timeZone: 'America/New_York' },
  ...{ language: 'en-US', country: 'US', currency: 'USD' },
}
const sender = { publicUrl: 'https://clinic.example', mailFrom: 'desk@clinic.example', clinic }
const link = 'https://clinic.example/earlier-time#token'
const offer = {
  ...{ id: '0197a0c2-0000-7000-8000-000000000001', treatment: 'Teeth <Cleaning>', date: 'Nov 21, 2026' },
  ...{ slot: '08.00 AM - 08.30 AM', startsAt: '2026-11-21T13:00:00.000Z', endsAt: '2026-11-21T13:30:00.000Z' },
  leaveLink: 'https://clinic.example/earlier-time#leave.token',
}
const now = new Date('2026-11-02T15:00:00Z')
const write = (more: object) => writeMessage('waiting-offer', { link, offer: { ...offer, ...more } }, sender, now)

it('offers a time with its price, and a way to leave the list', () => {
  const { subject, text, html } = write({ price: 59_00 })
  expect(subject).toBe('An earlier time is free')
  expect(text).toContain('\nSaturday, Nov 21\n8:00 to 8:30 AM EST\n')
  expect(text).toContain('Price: $59.00')
  expect(text).toContain(`Book this time:\n${link}`)
  expect(text).toContain(`Leave the waiting list:\n${offer.leaveLink}`)
  expect(text).toContain('First come, first served.')
  expect(html).not.toContain('<Cleaning>')
})

it('says which appointment it would replace', () => {
  const { text } = write({ movesFrom: '2026-12-01T14:00:00.000Z' })
  expect(text).toContain('Your time now: Tuesday, Dec 1, 9:00 AM')
  expect(text).toContain(`Move my appointment:\n${link}`)
  expect(text).not.toContain('Price')
})
