import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TellPatient, toTell } from './TellPatient.tsx'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T13:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const ada = { patient: 'ada@example.com', phone: '555' }
const nobody = { patient: '', phone: '555' }

test.each([
  ['ahead', ada, '2026-11-21T13:30:00Z', 'An email is sent.'],
  ['that has begun', ada, '2026-11-21T13:00:00Z', 'It has begun, so the patient gets no email.'],
  ['at a time that is not known yet', ada, undefined, 'An email is sent.'],
  ['of a patient without email', nobody, '2026-11-21T13:00:00Z', 'No email: call'],
])('of an appointment %s, says how the patient learns of the change', (_what, contact, startsAt, text) => {
  const told = (
    <TellPatient contact={contact} startsAt={startsAt}>
      An email is sent.
    </TellPatient>
  )
  expect(renderToStaticMarkup(told)).toContain(text)
})

test('a patient with an email needs no call', () => {
  expect(toTell({ patient: 'ada@example.com', phone: '555' })).toEqual({ text: '' })
})

test('no email is sent about an appointment that has begun', () => {
  const ada = { patient: 'ada@example.com', phone: '555' }
  const begun = '. It has begun, so the patient gets no email.'
  expect(toTell(ada, '2026-11-21T13:00:00Z')).toEqual({ text: begun })
  expect(toTell(ada, '2026-11-21T13:00:01Z')).toEqual({ text: '' })
  expect(toTell({ patient: '', phone: '555' }, '2026-11-21T12:00:00Z').text).toContain('call 555')
})

test('a patient without email is called', () => {
  expect(toTell({ patient: '', phone: '+1 555' })).toEqual({
    text: '. No email: call +1 555 to tell the patient.',
    action: { label: 'Call +1 555', onPress: expect.any(Function) },
  })
})

test('a patient without email and phone is told in person, and the placeholder is not shown', () => {
  expect(toTell({ patient: '', phone: '' })).toEqual({
    text: '. No email and no phone number: tell the patient in person.',
  })
})
