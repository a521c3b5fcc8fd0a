import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const [, section = ''] = readFileSync('docs/security.md', 'utf8').split('## OWASP ASVS 5.0, level 2\n')
const [table = ''] = section.split('\n## ')

/** Rows of the tables: the requirements, and what is named as a test or a reason. */
function rowsOf(text: string) {
  return [...text.matchAll(/^\| (\d[\d., to]*) \| (.+?) \| (.+) \|$/gm)].map(([, requirement = '', , proof = '']) => ({
    requirement,
    proof,
  }))
}

const filesIn = (proof: string) => [...proof.matchAll(/`([\w./-]+\.(?:ts|md))`/g)].map(([, file = '']) => file)
// Requirements on documentation have a second number 1; a page can meet them.
const isProven = ({ requirement, proof }: { requirement: string; proof: string }) =>
  proof.startsWith('not met') ||
  filesIn(proof).some((file) => /\.(test|spec)\.ts$/.test(file) || /^\d+\.1\./.test(requirement))

test('each requirement is met by a test that exists, or says why it is not met', () => {
  const rows = rowsOf(table)
  expect(rows.length).toBe(table.split('\n').filter((line) => /^\| \d/.test(line)).length)
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter((row) => !isProven(row))).toEqual([])
  expect(rows.flatMap(({ proof }) => filesIn(proof)).filter((file) => !existsSync(file))).toEqual([])
})

test('no requirement is listed twice', () => {
  const numbers = rowsOf(table).flatMap(({ requirement }) => requirement.split(', '))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test('a row without a test or a reason is found', () => {
  expect(rowsOf('| 3.4.1 | HSTS | somewhere |').map(isProven)).toEqual([false])
  expect(rowsOf('| 3.4.1 | HSTS | `docs/pages.md` |').map(isProven)).toEqual([false])
})
