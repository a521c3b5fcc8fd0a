import { expect, test } from 'vitest'
import { placeholderEmail } from '#contract/kit/text/email.ts'
import { toTell } from './contact.ts'

const nobody = placeholderEmail('0197a0c2')

test('a patient with an email needs no call', () => {
  expect(toTell({ patient: 'ada@example.com', phone: '555' })).toEqual({ text: '' })
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
