import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '#server/testing/app.ts'
import { type Browser, openBrowser } from '#server/testing/outside/browser.ts'
import { type GoogleTest, openGoogleTest } from '#server/testing/outside/google.ts'

let server: GoogleTest
beforeAll(async () => {
  server = await openGoogleTest()
})
afterAll(() => server.close())

const newPerson = () => ({ name: 'Ann Able', email: `${randomUUID()}@example.org` })

it('sign-in answers 503 while the provider is unreachable and works once it is, without a restart', async () => {
  const start = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/google',
      headers: { origin: server.origin },
      payload: { from: '/' },
    })
  const refused = await start()
  expect([refused.statusCode, refused.json().detail]).toEqual([
    503,
    'Google can’t be reached at the moment. Please try again in a minute.',
  ])
  const back = await server.app.inject('/api/auth/callback/google?state=x&code=y')
  expect([back.statusCode, back.headers.location]).toEqual([303, '/login?refused=failed'])
  await server.listen()
  expect((await start()).statusCode).toBe(200)
})

it('the sandbox is off with real credentials', async () => {
  const env = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'a secret' }
  const real = await openTestApp({ database: server.database, env })
  expect((await real.app.inject('/sandbox/google/.well-known/openid-configuration')).statusCode).toBe(404)
  await real.close()
})

it('sixty sign-ins a minute can start from one address', async () => {
  const limited = await openGoogleTest({ RATE_LIMIT: 'on' })
  await limited.listen()
  const answers = await Promise.all(Array.from({ length: 61 }, () => limited.begin(openBrowser())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(30)
  expect(await refused?.json()).toMatchObject({
    detail: expect.stringMatching(/^Too many attempts\. Please try again in (a minute|\d+ seconds)\.$/),
  })
  await limited.close()
})

describe('sign-in at the provider', () => {
  it('uses PKCE, state and nonce', async () => {
    const answer = await server.begin(openBrowser())
    const { url, ...more } = (await answer.json()) as { url: string }
    expect(more).toEqual({ redirect: false })
    const query = new URL(url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'clinic',
      redirect_uri: `${server.origin}/api/auth/callback/google`,
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    for (const name of ['code_challenge', 'state', 'nonce']) expect(query.get(name), name).toBeTruthy()
    expect(query.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
  })

  it('creates an account, signs in and returns to the page where it started', async () => {
    const person = newPerson()
    const { browser, url } = await server.signIn(person, openBrowser(), '/dashboard?a=1&b=2')
    expect(url).toBe(`${server.origin}/dashboard?a=1&b=2`)
    const seen = await (await browser.visit(`${server.origin}/api/auth/get-session`)).json()
    expect(seen).toMatchObject({ user: { ...person, emailVerified: true, role: 'patient' } })
    const token = await fetch(`${server.origin}/user/${person.email}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        origin: server.origin,
        cookie: browser.jar.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ email: person.email }),
    })
    expect(token.status).toBe(200)
  })

  it('finds the same user again', async () => {
    const person = newPerson()
    await server.signIn(person)
    await server.signIn({ ...person, email: person.email.toUpperCase(), name: 'Another Name' })
    const [found, ...others] = await server.usersByEmail(person.email)
    expect([found?.name, others]).toEqual(['Ann Able', []])
    expect(await server.accountsOf(found?.id)).toHaveLength(1)
  })

  it('stores neither the picture nor the provider’s tokens', async () => {
    const person = newPerson()
    await server.signIn(person)
    await server.signIn(person)
    const [found] = await server.usersByEmail(person.email)
    expect(found?.image).toBeNull()
    const [account] = await server.accountsOf(found?.id)
    expect(account).toMatchObject({ providerId: 'google', accessToken: null, refreshToken: null, idToken: null })
  })

  it('works at 127.0.0.1 if the public origin is localhost', async () => {
    const twin = server.origin.replace('localhost', '127.0.0.1')
    const { browser, url } = await server.signIn(newPerson(), openBrowser(), '/appointment', twin)
    expect(url).toBe(`${twin}/appointment`)
    expect(await (await browser.visit(`${twin}/api/auth/get-session`)).json()).not.toBeNull()
  })

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'x',
    '',
    7,
  ])('refuses to return to a page outside the site: %j', async (from) => {
    const answer = await openBrowser().visit(`${server.origin}/api/auth/sign-in/google`, { json: { from } })
    expect(answer.status).toBe(400)
  })

  it('ignores an ID token and other URLs in the request', async () => {
    const before = await server.counts()
    const json = {
      from: '/',
      idToken: { token: 'a.b.c' },
      callbackURL: 'https://evil.example',
      errorCallbackURL: 'https://evil.example',
    }
    const browser = openBrowser()
    const { url } = (await (await browser.visit(`${server.origin}/api/auth/sign-in/google`, { json })).json()) as {
      url: string
    }
    const chooser = await browser.follow(await browser.visit(url))
    const { url: back } = await browser.follow(await browser.visit(chooser.url, { form: { cancel: 'yes' } }))
    expect(back).toBe(`${server.origin}/login?from=%2F&refused=cancelled`)
    expect(await server.counts()).toEqual(before)
    const social = await browser.visit(`${server.origin}/api/auth/sign-in/social`, { json: { provider: 'google' } })
    expect(social.status).toBe(404)
  })

  it('is refused from another site', async () => {
    const answer = await fetch(`${server.origin}/api/auth/sign-in/google`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{"from":"/"}',
    })
    expect(answer.status).toBe(403)
  })
})

describe('a failed sign-in creates no account and no session', () => {
  it('when the user cancelled it', async () => {
    const before = await server.counts()
    const { browser, path } = await server.signIn({ cancel: 'yes' }, openBrowser(), '/appointment')
    expect(path).toBe('/login?from=%2Fappointment&refused=cancelled')
    expect(browser.hasCookie('clinic.session_token')).toBe(false)
    expect(await server.counts()).toEqual(before)
  })

  it('when the provider has not verified the email', async () => {
    const before = await server.counts()
    const browser = openBrowser()
    const page = await (await browser.visit(await server.reachChooser(browser))).text()
    const [, sub = ''] = /value="([^"]+)">\s*<span class="name">Jo Park/.exec(page) ?? []
    const { path } = await server.signIn({ account: sub }, browser)
    expect(path).toBe('/login?from=%2Fappointment&refused=unverified')
    expect(await server.counts()).toEqual(before)
    expect(browser.hasCookie('clinic.session_token')).toBe(false)
  })

  it('when the state belongs to another browser, is altered, missing or used', async () => {
    const before = await server.counts()
    const browser = openBrowser()
    const chosen = await browser.visit(await server.reachChooser(browser), { form: newPerson() })
    const { url } = await browser.follow(chosen, /api\/auth\/callback/)
    const changed = new URL(url)
    changed.searchParams.set('state', 'another')
    const bare = new URL(url)
    bare.searchParams.delete('state')
    const land = async (client: Browser, at: URL | string) =>
      (await client.follow(await client.visit(String(at)), /login/)).url
    expect(await land(openBrowser(), url)).toBe(`${server.origin}/login?from=%2Fappointment&refused=expired`)
    expect(await land(browser, changed)).toBe(`${server.origin}/login?refused=expired`)
    expect(await land(browser, bare)).toBe(`${server.origin}/login?refused=expired`)
    expect(await server.counts()).toEqual(before)
    expect(await land(browser, url)).toBe(`${server.origin}/appointment`)
    expect(await land(openBrowser(), url)).toBe(`${server.origin}/login?refused=expired`)
  })

  it('when the code is made up', async () => {
    const before = await server.counts()
    const browser = openBrowser()
    const { url } = (await (await server.begin(browser)).json()) as { url: string }
    const state = new URL(url).searchParams.get('state') ?? ''
    const back = await browser.visit(
      `${server.origin}/api/auth/callback/google?${new URLSearchParams({ state, code: 'made up' })}`,
    )
    expect(back.headers.get('location')).toBe('/login?from=%2Fappointment&refused=failed')
    expect(await server.counts()).toEqual(before)
  })

  it('when the code belongs to another sign-in, with another nonce and PKCE secret', async () => {
    const thief = openBrowser()
    const chosen = await thief.visit(await server.reachChooser(thief), { form: newPerson() })
    const { url: stolen } = await thief.follow(chosen, /api\/auth\/callback/)
    const before = await server.counts()
    const victim = openBrowser()
    const { url } = (await (await server.begin(victim)).json()) as { url: string }
    const back = new URL(stolen)
    back.searchParams.set('state', new URL(url).searchParams.get('state') ?? '')
    const answer = await victim.visit(back.href)
    expect(answer.headers.get('location')).toBe('/login?from=%2Fappointment&refused=failed')
    expect(await server.counts()).toEqual(before)
  })
})
