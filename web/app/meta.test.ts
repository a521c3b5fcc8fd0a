import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { indexed, pageList } from '#contract/site/pages.ts'

const built = pageList.filter(({ byAddress }) => !byAddress)
const htmlAt = (path: string) => readFileSync(join('build/client', path, 'index.html'), 'utf8')

test.each(built.map(({ path, title }) => [path, title]))('%s is built with its title “%s”', (path, title) => {
  expect(htmlAt(path)).toContain(`<title>${title} | {{clinic.name}}</title>`)
})

test.each(built.map(({ path }) => path))(
  '%s is either for search engines, with an address of its own, or says noindex',
  (path) => {
    expect(htmlAt(path).includes(`<link rel="canonical" href="{{clinic.publicUrl}}${path}"/>`)).toBe(
      indexed.includes(path),
    )
    expect(htmlAt(path).includes('<meta name="robots" content="noindex"/>')).toBe(!indexed.includes(path))
  },
)
