import { sql } from 'drizzle-orm'
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

it('leaves out the zero of a number with its country’s code', async () => {
  const rows = await selectRows<{ digits: string }>(
    database.db,
    sql`select phone_digits('+44 (0)20 7946 0958') as digits`,
  )
  expect(rows[0]?.digits).toBe('442079460958')
})
