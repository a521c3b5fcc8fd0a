import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longFiles, wideComments } from './sizes.ts'
import type { SourceTree } from './source-tree.ts'

const tree = (files: Record<string, string>): SourceTree => ({
  files: Object.keys(files),
  read: (file) => files[file] ?? '',
})

test('a file with 251 lines is refused and told to be divided', () => {
  const lines = (count: number) => 'x\n'.repeat(count)
  expect(longFiles(tree({ 'web/a.ts': lines(250), 'docs/a.md': lines(900) }))).toEqual([])
  expect(longFiles(tree({ 'web/a.css': lines(251) }))).toEqual([
    { file: 'web/a.css', rule: 'long file', advice: expect.stringContaining('It has 251 lines') },
  ])
})

test('a comment of more than 120 columns is refused by line, and a long sentence of the code is not', () => {
  const comment = (columns: number) => `/** ${'x'.repeat(columns - 7)} */`
  const text = [comment(120), comment(121), `const sentence = '${'x'.repeat(120)}'`].join('\n')
  expect(wideComments(tree({ 'web/a.ts': text, 'docs/a.md': 'x'.repeat(121) }))).toEqual([
    { file: 'web/a.ts', rule: 'wide comment', advice: 'Break line 2 at 120 columns.' },
  ])
})

test('Biome refuses functions of more than 60 lines', () => {
  const { rules } = JSON.parse(readFileSync('biome.json', 'utf8')).linter
  expect(rules.complexity.noExcessiveLinesPerFunction).toEqual({ level: 'error', options: { maxLines: 60 } })
})
