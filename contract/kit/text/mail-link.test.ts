import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailLink } from './mail-link.ts'

const desk = 'desk@clinic.example'

test('a link without subject and body is only the address', () => {
  expect(mailLink(desk)).toBe('mailto:desk@clinic.example')
  expect(mailLink(desk, { subject: '', body: '' })).toBe('mailto:desk@clinic.example')
})

test('umlauts, ampersands, question marks, plus and percent signs are encoded', () => {
  expect(mailLink(desk, { subject: 'Zähne & mehr?', body: '100% = 1 + 1 #1' })).toBe(
    'mailto:desk@clinic.example?subject=Z%C3%A4hne%20%26%20mehr%3F&body=100%25%20%3D%201%20%2B%201%20%231',
  )
})

test('line breaks become CRLF in the body and spaces in the subject', () => {
  expect(mailLink(desk, { body: 'one\ntwo\r\nthree\rfour' })).toBe(
    'mailto:desk@clinic.example?body=one%0D%0Atwo%0D%0Athree%0D%0Afour',
  )
  expect(mailLink(desk, { subject: 'Hello\r\nBcc: all@example.org' })).toBe(
    'mailto:desk@clinic.example?subject=Hello%20Bcc%3A%20all%40example.org',
  )
})

test('an address can’t add fields to the link', () => {
  expect(mailLink('a&b?bcc=c%@clinic.example')).toBe('mailto:a%26b%3Fbcc%3Dc%25@clinic.example')
})

test('the link preserves any text, also very long or with a lone surrogate', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 4_000 }), fc.string({ unit: 'binary' }), (body, tail) => {
      const text = `${body}${tail}${'\u{1f9b7}'.slice(0, 1)}`
      const read = new URL(mailLink(desk, { body: text })).searchParams.get('body')
      expect(read).toBe(text.toWellFormed().replace(/\r\n?|\n/g, '\r\n'))
    }),
  )
})
