import { expect, it } from 'vitest'
import { isUnavailable } from './failure.ts'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

it.each([
  ['42501', 'could not extend file "base/5/16412": Read-only file system', true],
  ['58030', 'could not write block 3 of temporary file: Input/output error', true],
  ['42501', 'permission denied for table booking', false],
  ['23505', 'duplicate key value violates unique constraint', false],
])('the code %s with “%s” means that the database is unavailable: %s', (code, message, expected) => {
  expect(isUnavailable(failure(code, message))).toBe(expected)
})
