import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messageText, messageVariables, variablePattern } from './message.ts'

const errorOf = (words: { subject?: string; text?: string }) =>
  messageText.safeParse({ subject: '', text: '', ...words }).error?.issues[0]?.message

it.each([
  ['On {{date}} at {time}', '{{date}}'],
  ['On {date at {time}', '{date'],
  ['On date} at {time}', 'date}'],
  ['On {date}} at {time}', '{date}}'],
  ['On { date } at {time}', '{ date }'],
  ['On {Date}', '{Date}'],
  ['{date}}{time}', '{date}}'],
  ['{}', '{}'],
  ['{', '{'],
  ['}', '}'],
  [`{${'x'.repeat(50)}}`, `{${'x'.repeat(29)}…`],
])('%j is refused with the wrong piece', (text, piece) => {
  expect(errorOf({ text })).toBe(
    `We can’t fill in ${piece}. Write {clinic}, {date}, {time}, {dentist}, {treatment} or {phone}`,
  )
  expect(errorOf({ subject: text })).toBe(
    `We can’t fill in ${piece}. Write {clinic}, {date}, {time}, {dentist} or {phone}`,
  )
})

it('the subject must not name the treatment', () => {
  expect(errorOf({ subject: 'Your {treatment}' })).toBe('The subject must not name the treatment')
})

it('an accepted text has no brace left once its variables are filled in', () => {
  const part = fc.constantFrom('{', '}', ' ', 'x', ...messageVariables, ...messageVariables.map((each) => `{${each}}`))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const filled = text.replace(variablePattern, (whole, name: string) =>
        messageVariables.some((each) => each === name) ? '' : whole,
      )
      expect(errorOf({ text }) === undefined).toBe(!/[{}]/.test(filled))
    }),
  )
})
