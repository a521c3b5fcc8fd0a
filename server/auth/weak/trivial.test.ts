import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTrivial } from './trivial.ts'

const rows = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop']
const reverse = (text: string) => [...text].reverse().join('')
/** A part of a row, in either direction, of at least `minLength` characters. */
const runs = (minLength: number) =>
  fc
    .constantFrom(...rows)
    .chain((row) =>
      fc
        .tuple(fc.nat(row.length - minLength), fc.integer({ min: minLength, max: row.length }), fc.boolean())
        .map(([start, length, backward]) => (backward ? reverse : String)(row.slice(start, start + length))),
    )
    .filter((run) => run.length >= minLength)
/** A text in a mix of upper and lower case. */
const inAnyCase = (texts: fc.Arbitrary<string>) =>
  fc
    .tuple(texts, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }))
    .map(([text, upper]) => [...text].map((one, at) => (upper[at % 30] ? one.toUpperCase() : one)).join(''))

const isAlwaysTrivial = (texts: fc.Arbitrary<string>) =>
  fc.assert(
    fc.property(inAnyCase(texts), (text) => {
      expect(isTrivial(text), text).toBe(true)
    }),
  )

describe('a password is trivial if it is', () => {
  it('a part of an alphabet, of digits or of a keyboard’s row, in either direction', () => isAlwaysTrivial(runs(6)))

  it('several such parts', () =>
    isAlwaysTrivial(fc.array(runs(3), { minLength: 2, maxLength: 4 }).map((all) => all.join(''))))

  it('such a part with one character more, at either end', () =>
    isAlwaysTrivial(
      fc
        .tuple(runs(5), fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }), fc.boolean())
        .map(([run, one, isFirst]) => (isFirst ? one + run : run + one)),
    ))

  it('a short piece again and again', () =>
    isAlwaysTrivial(
      fc
        .tuple(fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme-ascii' }), fc.integer({ min: 6, max: 30 }))
        .map(([piece, length]) => piece.repeat(length).slice(0, Math.max(length, piece.length * 2))),
    ))

  it.each([
    'abcdef',
    'ABCDEF',
    'fedcba',
    '987654',
    '890123',
    'asdfgh',
    'poiuyt',
    'qwertz',
    'aaaaaa',
    'a1a1a1',
    '!!!!!!',
  ])('%s', (text) => expect(isTrivial(text)).toBe(true))

  it.each(['abc123', 'qweasdzxc', 'aaabbb', '123321', 'abcdef1', '1qwerty', 'xyzxyz', 'ab12ab12', '84848484'])(
    'made of such parts: %s',
    (text) => expect(isTrivial(text)).toBe(true),
  )
})

it.each([
  ...['secret1', 'a sound passphrase', 'demo-admin', 'another2', 'never leaked', 'abacus-22', 'fjeld47', 'Tr0ub4dor&3'],
  ...['correct horse', 'correcthorsecorrecthorse', 'hijack now', 'mnop7x', '19840526', 'Fürst99'],
])('"%s" is not trivial', (text) => expect(isTrivial(text)).toBe(false))
