import { afterEach, expect, it } from 'vitest'
import { clinic, replaceClinic } from './clinic.ts'
import { ifEmailed, onlyIfEmailed, unsentNote, withTexts } from './unsent.ts'

const before = { ...clinic }
const demo = { email: 'admin@clinic.example', password: 'secret', outbox: true }
const none = { email: false, texts: false }
afterEach(() => replaceClinic(before))

it('a server with both services says what a screen says', () => {
  replaceClinic({ ...before, sends: { email: true, texts: true } })
  expect([ifEmailed('An email was sent.'), withTexts('We text you.')]).toEqual(['An email was sent.', 'We text you.'])
})

it('a clinic without them says that nothing is sent, a demo without alarm', () => {
  replaceClinic({ ...before, sends: none })
  expect(ifEmailed('An email was sent.')).toBe('No emails are sent, because the clinic’s mail service isn’t set up.')
  expect(withTexts('We text you.')).toBe(
    'We text you. No text messages are sent, because the clinic’s text service isn’t set up.',
  )
  replaceClinic({ ...before, sends: none, demo })
  expect(ifEmailed('An email was sent.')).toBe('This is a demo: no emails are sent. They are kept in the outbox.')
  expect(withTexts('We text you.')).toBe('We text you. This is a demo: no text messages are sent.')
  expect(unsentNote()).toBe('This is a demo: no emails and no text messages are sent. Emails are kept in the outbox.')
  expect(onlyIfEmailed('The patient gets an email.')).toBe('')
})

it('names only what is not sent', () => {
  expect(unsentNote()).toBe('')
  replaceClinic({ ...before, sends: { email: true, texts: false } })
  expect(unsentNote()).toBe('No text messages are sent, because the clinic’s text service isn’t set up.')
  replaceClinic({ ...before, sends: none })
  expect(unsentNote()).toMatch(/^No emails are sent.* No text messages are sent/)
})
