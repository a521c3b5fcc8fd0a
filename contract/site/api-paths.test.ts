import { expect, test } from 'vitest'
import { apiPaths, isApiPath } from './api-paths.ts'
import { pages } from './pages.ts'

test('a path belongs to the server by its first folder, with or without a query', () => {
  for (const path of ['/user', '/user/a@example.org', '/available?date=x', '/openapi.json']) {
    expect(isApiPath(path), path).toBe(true)
  }
  for (const path of ['/', '/users', '/userx?y', '/openapiXjson', '/assets/user'])
    expect(isApiPath(path), path).toBe(false)
})

test('no page is hidden by a path of the server, in development either', () => {
  expect(Object.values(pages).filter(isApiPath)).toEqual([])
})

test('every path begins with one slash and names one folder', () => {
  for (const path of apiPaths) expect(path).toMatch(/^\/[a-z.-]+$/)
})
