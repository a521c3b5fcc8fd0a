import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const index = readFileSync('docs/decisions/README.md', 'utf8')
const records = readdirSync('docs/decisions').filter((file) => /^\d{4}-/.test(file))
const numbers = records.map((file) => Number(file.slice(0, 4))).sort((a, b) => a - b)

test('every decision is in the list once, under its number', () => {
  const listed = [...index.matchAll(/^- \[(\d+)\. [^\]]*\]\((\S+)\)/gm)].map(([, number, file]) => `${number} ${file}`)
  expect(listed.sort()).toEqual(records.map((file) => `${Number(file.slice(0, 4))} ${file}`).sort())
})

test('the numbers without a record are named', () => {
  const newest = numbers.at(-1) ?? 0
  const missing = Array.from({ length: newest }, (_, place) => place + 1).filter((number) => !numbers.includes(number))
  const [, named = ''] = /The numbers ([\d, and]+) were never used/.exec(index.replaceAll('\n', ' ')) ?? []
  expect(named.match(/\d+/g)?.map(Number)).toEqual(missing)
})

test('every decision that a file refers to exists', () => {
  const files = globSync(
    ['*.md', 'docs/**/*.md', '{contract,deploy,e2e,lab,sandbox,scripts,server,testbed,web}/**/*.*'],
    {
      exclude: (path) => /node_modules|decisions\.test\.ts|\.(webp|png|ico|woff2?)$/.test(path),
    },
  )
  const unknown = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const named = [...text.matchAll(/docs\/decisions\/(\d{4})|\bdecisions? (\d{1,3})\b(?! of)/g)]
    return named.flatMap(([, path, number]) =>
      numbers.includes(Number(path ?? number)) ? [] : [`${file}: ${path ?? number}`],
    )
  })
  expect(unknown).toEqual([])
})
