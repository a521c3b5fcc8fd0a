import { expect, it } from 'vitest'
import { bookingFields } from '#contract/booking/booking.ts'
import { newPatient, overrideNote, patientQuery } from '#contract/desk/new-appointment.ts'
import { refundRequest, staffCancelRequest } from '#contract/desk/refund.ts'
import { listQuery } from '../list.ts'
import { plainText } from './plain-text.ts'

const name = plainText('Name is Required', 100)

it.each([
  'Ann Patient',
  'Zoë O’Brien-Łukasz',
  '李小龍',
  'עִבְרִית',
  'محمد',
  'علی\u200Cرضا',
  'क्\u200Dष',
  'José',
  '🦷 Clinic',
  'Ann ❤\uFE0F',
  '辻\u{E0100}花子',
  'ᠨ\u180Bᠨ',
])('accepts %s', (text) => {
  expect(name.parse(text)).toBe(text)
})

it.each([
  ['a line break', 'Ann\nPatient'],
  ['NUL', 'Ann\u0000'],
  ['a C1 control', 'Ann\u0085x'],
  ['an override of the direction', 'Ann \u202Etneitap'],
  ['an isolate', '\u2066Ann\u2069'],
  ['a left-to-right mark', 'Ann\u200E'],
  ['an Arabic letter mark', 'Ann\u061C'],
  ['a zero-width space', 'An\u200Bn'],
  ['a word joiner', 'An\u2060n'],
  ['a byte order mark', 'An\uFEFFn'],
  ['a soft hyphen', 'An\u00ADn'],
  ['a tag', 'Ann\u{E0041}'],
  ['a line separator', 'Ann\u2028x'],
  ['half a surrogate pair', 'Ann\uD83E'],
  ['a joiner at the end', 'Ann\u200D'],
  ['a non-joiner before a space', 'Ann\u200C Patient'],
  ['two joiners', 'An\u200D\u200Dn'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', 'Ann\uFFA0'],
  ['a Hangul jamo filler', 'An\u115Fn'],
  ['a combining grapheme joiner', 'An\u034Fn'],
  ['a blank Braille pattern', '\u2800'],
  ['a variation selector after a letter without variants', 'An\uFE0Fn'],
  ['two variation selectors', '辻\u{E0100}\u{E0101}'],
])('rejects %s', (_name, text) => {
  const { error } = name.safeParse(text)
  expect(error?.issues.map(({ message }) => message)).toEqual(['Must not contain invisible or control characters'])
})

const fields = [
  ['the note of a refund', refundRequest.shape.note],
  ['the note of a cancellation', staffCancelRequest.shape.note],
  ['the reason of an override', overrideNote],
  ['a phone number', bookingFields.shape.phone],
  ['a new patient’s phone number', newPatient.shape.phone],
  ['a search for patients', patientQuery.shape.search],
  ['a search of a list', listQuery.shape.search],
] as const

it.each(fields)('%s has no control characters and no separators of lines', (_field, schema) => {
  for (const character of ['\u0000', '\u001B', '\u0085', '\u2028', '\u2029'])
    expect(schema.safeParse(`12${character}34`).success, JSON.stringify(character)).toBe(false)
})

it.each(fields)('%s keeps no characters that reverse or hide text', (_field, schema) => {
  for (const character of ['\u202E', '\u2066', '\u200B', '\u3164'])
    expect(schema.safeParse(`12${character}34`).data ?? '').not.toContain(character)
})
