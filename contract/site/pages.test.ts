import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rolesWith } from '../access/access.ts'
import { toRole } from '../access/roles.ts'
import { indexed, withoutApp } from './documents.ts'
import type { PageFacts } from './page-facts.ts'
import { pageList } from './pages.ts'
import { firstPage, rolesFor } from './staff-pages.ts'

test.each(pageList.map((page) => [page.path, page] as const))('the row of %s is complete', (path, page: PageFacts) => {
  expect(existsSync(`web/pages/${page.file}`)).toBe(true)
  expect(page.byAddress === true).toBe(
    path.includes(':') || /claim|invitation|new-email|reset|shared|verify/.test(path),
  )
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

test.each(pageList.filter(({ audience }) => audience === 'admins').map((page) => [page.path, page] as const))(
  'the roles of %s are those that may do what it begins with',
  (_, page: PageFacts) => {
    expect(rolesFor(page).toSorted()).toEqual(page.opens ? rolesWith(page.opens).toSorted() : ['admin'])
  },
)

test('the work of each role begins with a page', () => {
  const each = ['admin', 'receptionist', 'dentist', 'hygienist', 'accountant', 'patient']
  expect(each.map((role) => firstPage(toRole(role)))).toEqual([
    ...['/dashboard/day', '/dashboard/day', '/dashboard/day', '/dashboard/day', '/dashboard/reports', undefined],
  ])
})
