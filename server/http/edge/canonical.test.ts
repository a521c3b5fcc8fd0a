import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { growth } from '#testbed/growth.ts'
import { canonicalUrl, redirectToCanonicalPaths } from './canonical.ts'

const routes = ['/', '/login', '/about', '/dashboard/addDoctor', '/user', '/user/:email', '/user/admin/:email']

it.each([
  ['/Login', '/login'],
  ['/about/', '/about'],
  ['/ABOUT//?a=B/', '/about?a=B/'],
  ['/USER/', '/user'],
  ['///?a=1', '/?a=1'],
  ['/dashboard/adddoctor', '/dashboard/addDoctor'],
  ['/Dashboard/ADDDOCTOR/?x=1&x=2', '/dashboard/addDoctor?x=1&x=2'],
  ['/User/Ann%2BTag@Example.org/', '/user/Ann%2BTag@Example.org'],
  ['/USER/Admin/Ann@Example.org', '/user/admin/Ann@Example.org'],
])('redirects %s to %s', (url, target) => {
  expect(canonicalUrl(routes, url)).toBe(target)
})

it.each([
  ...['/', '/login', '/login?next=//evil.example', '/nowhere', '/login/more', '/user//x', '//user'],
  ...['//evil.example/', '//evil.example/login', '//evil.example/login/', '//login', '/\\evil.example', '/\\login/'],
  ...['/%2Fevil.example/', '/%2F%2Fevil.example/login/', '/%5Cevil.example/', '/login%2F', '/./login', '/../login'],
  ...['http://evil.example/Login', 'login/', '', '*', '/LOGIN\r\nSet-Cookie: a=b', '/lögin/', '/ login/'],
])('does not redirect %j', (url) => {
  expect(canonicalUrl(routes, url)).toBeUndefined()
})

it('handles a path of many slashes in linear time', () => {
  const handle = (slashes: number) => {
    expect(canonicalUrl(routes, `${'/'.repeat(slashes)}x`)).toBeUndefined()
    expect(canonicalUrl(routes, `/login${'/'.repeat(slashes)}`)).toBe('/login')
  }
  // The square would be ten thousand times.
  expect(growth(handle, 600, 60_000)).toBeLessThan(1_000)
})

it('keeps the method and the body', async () => {
  const app = Fastify()
  redirectToCanonicalPaths(app)
  app.post('/booking', async () => 'ok')
  const { statusCode, headers } = await app.inject({ method: 'POST', url: '/Booking/?a=1', payload: 'not { json' })
  expect([statusCode, headers.location]).toEqual([308, '/booking?a=1'])
  expect((await app.inject('/Booking')).statusCode).toBe(404)
  expect((await app.inject('/booking/')).statusCode).toBe(404)
})
