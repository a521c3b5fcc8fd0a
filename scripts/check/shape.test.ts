import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameOf, ownNames, unknownNames } from './file-names.ts'
import { filesPerFolder, largeFolders, oversized } from './sizes.ts'
import { readSourceTree, type SourceTree } from './source-tree.ts'

const tree = (files: Record<string, string>): SourceTree => ({
  files: Object.keys(files),
  read: (file) => files[file] ?? '',
})
const eleven = (folder: string) => Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${folder}/${n}.ts`, '']))

test('a folder with eleven files is refused, unless the list says why it is large', () => {
  expect(oversized(tree(eleven('server/booking')))).toEqual([
    { file: 'server/booking', rule: 'large folder', advice: expect.stringContaining('It holds 11 files') },
  ])
  expect(oversized(tree(eleven('docs/decisions')))).toEqual([])
})

test('a file with 251 lines is refused and told to be divided', () => {
  const lines = (count: number) => 'x\n'.repeat(count)
  expect(oversized(tree({ 'web/a.ts': lines(250), 'docs/a.md': lines(900) }))).toEqual([])
  expect(oversized(tree({ 'web/a.css': lines(251) }))).toEqual([
    { file: 'web/a.css', rule: 'long file', advice: expect.stringContaining('It has 251 lines') },
  ])
})

test('Biome refuses functions of more than 60 lines', () => {
  const { rules } = JSON.parse(readFileSync('biome.json', 'utf8')).linter
  expect(rules.complexity.noExcessiveLinesPerFunction).toEqual({ level: 'error', options: { maxLines: 60 } })
})

test('a file of a feature with a new name is refused, and the message says where names are listed', () => {
  const names = ['calendar', 'settlement/refunds', 'settlement/settle', 'late/late', 'store', 'deep/routes', 'x.test']
  const files = names.map((name) => `server/payment/${name}.ts`)
  expect(unknownNames({ files }).map(({ file }) => file)).toEqual([files[0], files[1]])
  const [violation] = unknownNames({ files: ['server/brand-new/helpers.ts'] })
  expect(violation?.rule).toBe('new file name')
  expect(violation?.advice).toMatch(
    /'helpers' is a new name in brand-new.*routes, store.*scripts\/check\/file-names\.ts/,
  )
  expect(unknownNames({ files: ['server/http/helpers.ts', 'web/ui/helpers.ts'] })).toEqual([])
})

test('every name and every large folder on the lists is there', () => {
  const found = readSourceTree('.')
  const names = new Set(found.files.map(nameOf).map(({ feature, name }) => `${feature}/${name}`))
  const listed = Object.entries(ownNames).flatMap(([feature, own]) =>
    Object.keys(own).map((name) => `${feature}/${name}`),
  )
  expect(
    listed.filter((name) => !names.has(name)),
    'remove these from scripts/check/file-names.ts',
  ).toEqual([])
  const counts = filesPerFolder(found)
  const gone = Object.keys(largeFolders).filter((folder) => !counts.has(folder))
  expect(gone, 'remove these from `largeFolders` of scripts/check/sizes.ts').toEqual([])
})
