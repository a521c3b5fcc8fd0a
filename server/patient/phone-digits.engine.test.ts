import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selectRows } from '#server/database/rows.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { readPhone } from './phone-number.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

it.each([
  ...[
    '212 555 0142',
    '212 555 0142 ext. 5',
    '2125550142x5',
    '212 555 0142 X5',
    '+1-212-555-0142;ext=5',
    '212 555 0142 #5',
  ],
  ...['2125269463.0', '+12125269463.00', '10.0', '0170/1234567', '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '۰۹۱۲۳۴۵۶۷۸۹', '०९८७६५४३२१०'],
  ...['０９０－１２３４－５６７８', '1', '030 1234567 App. 12', '212 555 0142, extension 512'],
])('the database keeps the digits of %s that the server reads', async (number) => {
  const rows = await selectRows<{ digits: string }>(database.db, sql`select phone_digits(${number}) as digits`)
  expect(rows[0]?.digits).toBe(readPhone(number, 'US')?.typed)
})

const digit = fc.constantFrom(...'0123456789', '٣', '۷', '५', '９')
const separator = fc.constantFrom('', ' ', '-', '.', '/', ' (', ') ', '–', '\u00a0')
const written = fc
  .tuple(
    fc.constantFrom('', '+', '00', '+44 (0)', '0049 (0)'),
    fc.array(fc.tuple(digit, separator), { minLength: 1, maxLength: 14 }),
    digit,
    fc.constantFrom('', ' ext. 5', ' x12', '#3', ';ext=77', ', extension 512', ' App. 4'),
  )
  .map(([code, parts, last, more]) => code + parts.flat().join('') + last + more)

it('the database keeps the digits that the server reads, of numbers in any writing', async () => {
  const numbers = fc.sample(written, { numRuns: 3_000, seed: 7 })
  const rows = await selectRows<{ number: string; digits: string }>(
    database.db,
    sql`select number, phone_digits(number) as digits from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as number`,
  )
  const wrong = rows.filter(({ number, digits }) => readPhone(number, 'US')?.typed !== digits)
  expect(wrong).toEqual([])
})

it('leaves out the zero of a number with its country’s code', async () => {
  const rows = await selectRows<{ digits: string }>(
    database.db,
    sql`select phone_digits('+44 (0)20 7946 0958') as digits`,
  )
  expect(rows[0]?.digits).toBe('442079460958')
})
