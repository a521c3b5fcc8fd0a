import { expect, test } from 'vitest'
import { apiPaths, isApiPath } from './api-paths.ts'
import { pages } from './pages.ts'

test('the first segment of a path decides whether it is a route, with or without a query', () => {
  for (const path of ['/user', '/user/a@example.org', '/available?date=x', '/openapi.json']) {
    expect(isApiPath(path), path).toBe(true)
  }
  for (const path of ['/', '/users', '/userx?y', '/openapiXjson', '/assets/user'])
    expect(isApiPath(path), path).toBe(false)
})

test('no page has the path of a route', () => {
  expect(Object.values(pages).filter(isApiPath)).toEqual([])
})

test('every prefix is one segment with a leading slash', () => {
  for (const path of apiPaths) expect(path).toMatch(/^\/[a-z.-]+$/)
})
