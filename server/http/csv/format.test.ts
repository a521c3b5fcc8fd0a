import { expect, it } from 'vitest'
import { csvFormatOf } from './format.ts'

it.each([
  ['en', 'US', ',', '.'],
  ['en', 'GB', ',', '.'],
  ['de', 'DE', ';', ','],
  ['en', 'DE', ';', ','],
  ['en', 'FR', ';', ','],
  ['de', 'CH', ',', '.'],
  ['fr', 'CH', ';', ','],
  ['fr', 'CA', ';', ','],
  ['en', 'CA', ',', '.'],
  ['pt-BR', 'BR', ';', ','],
  ['ja', 'JP', ',', '.'],
  ['ar', 'SA', ',', '.'],
  ['hi', 'IN', ',', '.'],
])('a clinic of %s in %s separates cells by %s and fractions by %s', (language, country, separator, decimal) => {
  expect(csvFormatOf({ language, country, timeZone: 'UTC' })).toEqual({ separator, decimal, timeZone: 'UTC' })
})
