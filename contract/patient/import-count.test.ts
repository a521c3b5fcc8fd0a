import { expect, it } from 'vitest'
import { countToImport } from './import-count.ts'

const found = {
  ...{ rows: 200, faulty: 5, outside: 3 },
  duplicates: [
    { kind: 'email' as const, count: 7, examples: [] },
    { kind: 'family' as const, count: 4, examples: [] },
  ],
}

it('counts the rows that are new, by the choices', () => {
  expect(countToImport(found, { duplicates: {} })).toEqual({ added: 188, filled: 0 })
  expect(countToImport(found, { duplicates: { email: 'add' } })).toEqual({ added: 195, filled: 0 })
  expect(countToImport(found, { duplicates: { email: 'update', family: 'skip' } })).toEqual({ added: 184, filled: 7 })
  expect(countToImport(found, { duplicates: {}, keepOutside: true })).toEqual({ added: 191, filled: 0 })
})
