import { expect, it } from 'vitest'
import { refusalFor } from './refusals.ts'

it.each([
  ['access_denied', 'cancelled'],
  ['state_mismatch', 'expired'],
  ['unable_to_get_user_info', 'failed'],
  ['', 'failed'],
  ['constructor', 'failed'],
  ['__proto__', 'failed'],
])('converts the error code %j to %s', (errorCode, refusal) => {
  expect(refusalFor(errorCode)).toBe(refusal)
})
