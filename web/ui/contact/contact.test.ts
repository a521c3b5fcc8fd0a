import { expect, test, vi } from 'vitest'
import { placeholderEmail } from '#contract/kit/text/email.ts'
import { toTell } from './contact.ts'

const nobody = placeholderEmail('0197a0c2')

test('a patient with an email needs no call', () => {
  expect(toTell({ patient: 'ada@example.com', phone: '555' })).toEqual({ text: '' })
})

test('no email is sent about an appointment that has begun', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T13:00:00Z') })
  const ada = { patient: 'ada@example.com', phone: '555' }
  const begun = '. It has begun, so the patient gets no email.'
  expect(toTell(ada, '2026-11-21T13:00:00Z')).toEqual({ text: begun })
  expect(toTell(ada, '2026-11-21T13:00:01Z')).toEqual({ text: '' })
  expect(toTell({ patient: nobody, phone: '555' }, '2026-11-21T12:00:00Z').text).toContain('call 555')
  vi.useRealTimers()
})

test('a patient without email is called', () => {
  expect(toTell({ patient: nobody, phone: '+1 555' })).toEqual({
    text: '. No email: call +1 555 to tell the patient.',
    action: { label: 'Call +1 555', onPress: expect.any(Function) },
  })
})

test('a patient without email and phone is told in person, and the placeholder is not shown', () => {
  expect(toTell({ patient: nobody, phone: '' })).toEqual({
    text: '. No email and no phone number: tell the patient in person.',
  })
})
