import { expect, it } from 'vitest'
import { readReceiptNumber } from './receipt-number.ts'

it.each([
  ['2026-00042', { year: 2026, count: 42, digits: 5 }],
  ['Receipt 2026-00042', { year: 2026, count: 42, digits: 5 }],
  ['receipt no. 2026–42', { year: 2026, count: 42, digits: 2 }],
  ['2026 00042', { year: 2026, count: 42, digits: 5 }],
  ['2026-1234567', { year: 2026, count: 1_234_567, digits: 7 }],
  ['00042', { count: 42, digits: 5 }],
  ['№ 42', { count: 42, digits: 2 }],
])('reads %s as the number of a receipt', (text, number) => {
  expect(readReceiptNumber(text)).toEqual(number)
})

it.each(['Ann', '212 555 0142 77', '+1 212', '2026-', 'pi_3abc', '1984-05-03', 'ann@x.com', '12345678901'])(
  'reads no number of a receipt in %s',
  (text) => {
    expect(readReceiptNumber(text)).toBeUndefined()
  },
)
