import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UnreachedReason } from '#contract/patient/reach.ts'
import { clinic, replaceClinic } from '#web/clinic.ts'
import { TellPatient, toTell } from './TellPatient.tsx'

const before = { ...clinic }
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T13:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  replaceClinic(before)
})

const ada = { reach: { by: 'email', to: 'ada@example.com' }, phone: '555' } as const
const bob = { reach: { by: 'sms', to: '+12125550142' }, phone: '555' } as const
const callOnly = (because: UnreachedReason, phone = '555') => ({ reach: { by: 'call', because }, phone }) as const

test.each([
  ['ahead', ada, '2026-11-21T13:30:00Z', 'The patient gets an email about it.'],
  ['of a patient who wants texts', bob, '2026-11-21T13:30:00Z', 'The patient gets a text message about it.'],
  ['that has begun', ada, '2026-11-21T13:00:00Z', 'It has begun, so the patient gets no message.'],
  ['at a time that is not known yet', ada, undefined, 'The patient gets an email about it.'],
  ['of a patient without email', callOnly('no-email'), '2026-11-21T13:00:00Z', 'No email: call'],
  ['of a patient who wants nothing', callOnly('wants-nothing'), undefined, 'They want no messages: call'],
  ['of a patient who has died', callOnly('died'), undefined, 'They have died: nobody is told.'],
])('of an appointment %s, says how the patient learns of the change', (_what, contact, startsAt, text) => {
  expect(renderToStaticMarkup(<TellPatient contact={contact} startsAt={startsAt} />)).toContain(text)
})

test('a message is named with where it goes, as far as this server sends it', () => {
  expect(toTell(ada)).toEqual({ text: '. An email goes to ada@example.com' })
  expect(toTell(bob)).toEqual({ text: '. A text goes to +12125550142' })
  replaceClinic({ ...before, sends: { email: false, texts: false } })
  expect([toTell(ada), toTell(bob)]).toEqual([{ text: '' }, { text: '' }])
  expect(renderToStaticMarkup(<TellPatient contact={bob} />)).toContain('No text messages are sent')
})

test('nobody is told about an appointment that has begun', () => {
  const begun = '. It has begun, so the patient gets no message.'
  expect(toTell(ada, '2026-11-21T13:00:00Z')).toEqual({ text: begun })
  expect(toTell(ada, '2026-11-21T13:00:01Z').text).toContain('ada@example.com')
  expect(toTell(callOnly('no-email'), '2026-11-21T12:00:00Z').text).toContain('call 555')
})

test('a patient whom no message reaches is called', () => {
  expect(toTell(callOnly('wants-call', '+1 555'))).toEqual({
    text: '. They want to be called: call +1 555 to tell the patient.',
    action: { label: 'Call +1 555', onPress: expect.any(Function) },
  })
})

test('without a phone number the patient is told in person', () => {
  expect(toTell(callOnly('no-email', ''))).toEqual({
    text: '. No email and no phone number: tell the patient in person.',
  })
})

test('nobody is called about one who has died', () => {
  expect(toTell(callOnly('died'))).toEqual({ text: '. They have died: nobody is told.' })
})
