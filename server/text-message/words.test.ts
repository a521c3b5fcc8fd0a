import { expect, it } from 'vitest'
import { type MessageKind, messageKinds } from '#contract/message.ts'
import { textOf } from './words.ts'

const clinic = { name: 'Lumen Dental', timeZone: 'America/New_York', language: 'en-US', country: 'US' }
const startsAt = new Date('2026-12-15T13:00:00Z')
const link = 'https://clinic.example/a#t'
const write = (kind: MessageKind, of = clinic) => textOf({ kind, startsAt, link }, of)

it('says when, what to do, and how to end it', () => {
  expect(write('reminder')).toBe(
    'Lumen Dental: see you on Tue, Dec 15, 8:00 AM. Move or cancel: https://clinic.example/a#t Reply STOP to end texts.',
  )
  expect(write('choose')).toContain("we can't see you on Tue, Dec 15, 8:00 AM. Please choose another time: https://")
})

it('writes the time as the clinic’s country does', () => {
  expect(write('moved', { ...clinic, timeZone: 'Europe/Berlin', language: 'de-DE', country: 'DE' })).toContain('14:00')
})

// Other characters would halve what a message holds (GSM 03.38).
it.each(messageKinds)('uses plain characters for %s', (kind) => expect(write(kind)).toMatch(/^[\x20-\x7e]+$/))
