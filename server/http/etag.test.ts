import { expect, it } from 'vitest'
import { etagOf, isUnchanged } from './etag.ts'

const etag = etagOf('text')

it.each([
  ['the same', etag, true],
  ['the same as a strong one', etag.slice(2), true],
  ['one of several', `"other", ${etag}`, true],
  ['any', '*', true],
  ['another', etagOf('other text'), false],
  ['none', undefined, false],
])('a client that names %s', (_, known, expected) => {
  expect(isUnchanged({ headers: { 'if-none-match': known } }, etag)).toBe(expected)
})
