import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ pages: true })
})
afterAll(() => server.close())

it('redirects a visitor from a page behind the login to the login, which returns there', async () => {
  const redirected = async (url: string) => {
    const { statusCode, headers } = await server.app.inject({ url, headers: { accept: 'text/html' } })
    return [statusCode, headers.location, headers.vary]
  }
  const to = (from: string) => [302, `/login?from=${encodeURIComponent(from)}`, 'cookie']
  for (const path of ['/appointment?date=2026-03-11&doctor=1', '/dashboard/payment/1', '/dashboard/users']) {
    expect(await redirected(path)).toEqual(to(path))
  }
  expect(await redirected(`/appointment?date=${'1'.repeat(1_100)}`)).toEqual([302, '/login', 'cookie'])
  const { statusCode, headers } = await server.app.inject({
    url: '/appointment',
    headers: { accept: 'text/html', cookie: 'clinic.session_token=x' },
  })
  expect([statusCode, headers.vary]).toEqual([200, 'accept-encoding, cookie'])
})

it('says in the document of the login why the page to return to asks for it', async () => {
  const reasonAt = async (url: string) => {
    const { body } = await server.app.inject({ url, headers: { accept: 'text/html' } })
    return /<h1[^>]*aria-describedby="([^"]+)"[^>]*>Login<\/h1><p id="\1"[^>]*>([^<]*)<\/p>/.exec(body)?.[2]
  }
  for (const [from, reason] of [
    ['/appointment?date=2026-03-11', 'Log in or create an account to see free times.'],
    ['/dashboard/payment/1', 'Log in to pay for your appointment.'],
    ['/about', ''],
    ['//elsewhere.example', ''],
  ] as const)
    expect(await reasonAt(`/login?${new URLSearchParams({ from })}`)).toBe(reason)
  expect(await reasonAt('/login')).toBe('')
  expect(await reasonAt('/login?from=/dashboard&from=/appointment')).toBe('')
})
