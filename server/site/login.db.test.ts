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

it('names what a link was for on the login and the sign-up, which leads back to it too', async () => {
  const { treatments } = (await server.app.inject('/offer')).json()
  const { _id: treatment, name } = treatments[0]
  const from = `/appointment?${new URLSearchParams({ date: '2030-03-11', treatment, time: '08.00 AM - 08.30 AM' })}`
  const query = new URLSearchParams({ from })
  const bodyOf = async (page: string) => {
    const { body, headers } = await server.app.inject({ url: `${page}?${query}`, headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    return body.replaceAll('\u00a0', ' ')
  }
  const [login, signUp] = [await bodyOf('/login'), await bodyOf('/signup')]
  for (const body of [login, signUp])
    expect(body).toMatch(
      new RegExp(`<p id="[^>]*>Log in or create an account to book ${name}, Mon, Mar 11, 8:00 AM, \\$`),
    )
  expect(login).toContain(`href="/signup?${query}"`)
  expect((await server.app.inject('/signup')).body).not.toContain(`to book ${name}`)
})
