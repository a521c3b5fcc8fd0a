import { expect, test } from 'vitest'
import { contactMail } from './open-mail.ts'

const desk = 'desk@clinic.example'
const nothing = { email: '', subject: '', message: '' }

test('the address to reply to follows the message', () => {
  const note = { email: ' ann@example.org ', subject: 'Parking', message: 'Is there any?\nThank you.\n' }
  expect(contactMail(desk, note).link).toBe(
    'mailto:desk@clinic.example?subject=Parking&body=Is%20there%20any%3F%0D%0AThank%20you.%0D%0A%0D%0APlease%20reply%20to%3A%20ann%40example.org',
  )
})

test('an empty note opens an empty email', () => {
  expect(contactMail(desk, nothing)).toEqual({ link: 'mailto:desk@clinic.example', long: false })
})

test('a message that an email app may cut off is marked as long', () => {
  expect(contactMail(desk, { ...nothing, message: 'a'.repeat(2000) }).long).toBe(false)
  expect(contactMail(desk, { ...nothing, message: 'ä'.repeat(400) }).long).toBe(true)
})
