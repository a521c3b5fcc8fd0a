import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PageFacts } from './page-facts.ts'
import { indexed, pageList, withoutApp } from './pages.ts'

test.each(pageList.map((page) => [page.path, page] as const))('the row of %s is complete', (path, page: PageFacts) => {
  expect(existsSync(`web/pages/${page.file}`)).toBe(true)
  expect(page.byAddress === true).toBe(path.includes(':') || /claim|new-email|reset|shared|verify/.test(path))
  expect(page.signIn === undefined).toBe(page.audience === 'everyone')
  if (page.audience === 'admins') expect(path).toMatch(/^\/dashboard\//)
})

test('no two pages have the same path, file or title', () => {
  for (const fact of ['path', 'file', 'title'] as const) {
    expect(new Set(pageList.map((page) => page[fact])).size, fact).toBe(pageList.length)
  }
})

test('indexed pages and pages without the app do not depend on their address', () => {
  const byAddress = pageList.filter((page) => page.byAddress).map(({ path }) => path)
  expect([...indexed, ...withoutApp].filter((path) => byAddress.includes(path))).toEqual([])
})
