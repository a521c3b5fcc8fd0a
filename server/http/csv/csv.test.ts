import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCsv } from './csv.ts'
import type { CsvFormat } from './format.ts'
import { readCell } from './formula.ts'

const american: CsvFormat = { separator: ',', decimal: '.', timeZone: 'America/New_York' }
const german: CsvFormat = { separator: ';', decimal: ',', timeZone: 'Europe/Berlin' }

/** Writes cells as a line. */
const lineOf = (cells: (string | number)[], format: CsvFormat) =>
  openCsv(Object.fromEntries(cells.map((cell, at) => [`${at}`, () => cell])), format).lines([{}])

it.each([
  ['x;=1+1;y', `"x;'=1+1;y"`],
  ['=1+1', "'=1+1"],
  ['x;y', '"x;y"'],
  ['x\t@cmd', `"x\t'@cmd"`],
  ['x\n- y\r\n+z', `"x\n'- y\r\n'+z"`],
  ['x;"=1+1', `"x;'""=1+1"`],
  ["x;'=1+1", `"x;''=1+1"`],
  ['Room 5,-2', '"Room 5,-2"'],
  ['say "ah"', '"say ""ah"""'],
  ['a - b', 'a - b'],
])('writes %j so that no program runs a part of it', (text, cell) => {
  expect(lineOf([text, -5], american)).toBe(`${cell},-5\r\n`)
})

it('separates by semicolons where a comma begins a fraction, and keeps numbers numbers', () => {
  expect(lineOf(['Groß, Björn', 59.5, -1234.25, 'x;y', '=1', 'x,=1', '5.5'], german)).toBe(
    `"Groß, Björn";59,5;-1234,25;"x;y";'=1;"x,'=1";5.5\r\n`,
  )
  expect(lineOf(['Ann', 59.5, 1e21], american)).toBe('Ann,59.5,1e+21\r\n')
})

it('has each instant in UTC and beside it on the clinic’s clock, and nothing for none', () => {
  const csv = openCsv<{ at: Date | null }>({ Id: () => 1, 'Taken at': { instant: ({ at }) => at } }, american)
  expect(csv.head()).toBe('\uFEFFId,Taken at,Taken at (America/New_York)\r\n')
  expect(csv.lines([{ at: new Date('2026-11-02T01:30:05Z') }, { at: null }])).toBe(
    '1,2026-11-02T01:30:05.000Z,2026-11-01 20:30:05\r\n1,,\r\n',
  )
  expect(csv.lines([])).toBe('')
})

const pieces = ['=', '+', '-', '@', '＝', '\t', '\r', '\n', ';', ',', '"', "'", ' ', 'x', '1']
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join('').trim())
const rows = fc.array(texts, { minLength: 2, maxLength: 4 })

describe.each([american, german])('separated by $separator', (format) => {
  const { separator: delimiter } = format

  it('reads back every text that it wrote', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const [read] = parse(lineOf(row, format), { delimiter }) as string[][]
        expect(read?.map((cell) => readCell(cell, delimiter))).toEqual(row)
      }),
    )
  })

  it.each([',', ';', '\t'].filter((sign) => sign !== delimiter))(
    'has no formula for a program that splits at %j and knows no quotes within a cell',
    (sign) => {
      fc.assert(
        fc.property(rows, (row) => {
          const cells = lineOf(row, format)
            .split(/\r\n|\r|\n/)
            .flatMap((line) => line.split(sign))
          // A quote at the beginning is none of the text.
          for (const cell of cells) expect(cell.replace(/^"+/, '')).not.toMatch(/^[=+\-@\t＝]/)
        }),
      )
    },
  )
})
