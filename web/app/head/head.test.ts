import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentFolder, indexed } from '#contract/site/documents.ts'
import { pageList } from '#contract/site/pages.ts'
import { built } from '#testbed/built.ts'

const { pages: site } = await built()
const htmlAt = (path: string) => readFileSync(join(site, documentFolder(path), 'index.html'), 'utf8')

test.each(pageList.map(({ path, title }) => [path, title]))('%s is built with its title “%s”', (path, title) => {
  expect(htmlAt(path)).toContain(`<title>${title} | {{clinic.name}}</title>`)
})

test.each(pageList.map(({ path }) => path))(
  '%s is either for search engines, with an address of its own, or says noindex',
  (path) => {
    expect(htmlAt(path).includes(`<link rel="canonical" href="{{clinic.publicUrl}}${path}"/>`)).toBe(
      indexed.includes(path),
    )
    expect(htmlAt(path).includes('<meta name="robots" content="noindex"/>')).toBe(!indexed.includes(path))
  },
)
