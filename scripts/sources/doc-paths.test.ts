import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')].filter((page) => page !== 'CHANGELOG.md')
const path = /`(\w(?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|css|md|json|sql|svg))`/g

test.each(pages)('every file that %s names exists', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(path)].map(([, name = '']) => name)
  expect(named.filter((name) => !existsSync(name))).toEqual([])
})

test('a file that is not there is found', () => {
  const [[, name = ''] = []] = [...'see `server/no/such.ts`'.matchAll(path)]
  expect(existsSync(name)).toBe(false)
  expect(name).toBe('server/no/such.ts')
})
