import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { account, session, user } from '#server/database/schema.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { type Browser, openBrowser } from '#server/testing/browser.ts'

let server: TestApp
beforeAll(async () => {
  const port = await freePort()
  server = await openTestApp({ env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` } })
})
afterAll(() => server.close())

const begin = (browser: Browser, from = '/appointment', origin = server.origin) =>
  browser.visit(`${origin}/api/auth/sign-in/google`, { json: { from } })

async function reachChooser(browser: Browser, from?: string, origin?: string) {
  const { url } = (await (await begin(browser, from, origin)).json()) as { url: string }
  const chooser = await browser.follow(await browser.visit(url))
  expect(chooser.url).toContain('/sandbox/google/account/')
  return chooser.url
}

/** The whole way; gives the path that the browser lands on. */
async function signIn(form: Record<string, string>, browser = openBrowser(), from?: string, origin?: string) {
  const chosen = await browser.visit(await reachChooser(browser, from, origin), { form })
  const { url } = await browser.follow(chosen)
  return { browser, url, path: url.slice(new URL(url).origin.length) }
}

const newPerson = () => ({ name: 'Ann Able', email: `${randomUUID()}@example.org` })
const usersAt = (email: string) => server.database.db.select().from(user).where(eq(user.email, email))
const accountsOf = (userId: string) => server.database.db.select().from(account).where(eq(account.userId, userId))
const everything = async () => ({
  users: await server.database.db.$count(user),
  sessions: await server.database.db.$count(session),
  accounts: await server.database.db.$count(account),
})

async function signUp(person: { name: string; email: string }, emailVerified: boolean) {
  await server.signUp({ ...person, password: 'secret1' })
  await server.database.db.update(user).set({ emailVerified }).where(eq(user.email, person.email))
}

it('says so while the provider can’t be reached, and works once it can, without a restart', async () => {
  const ask = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/google',
      headers: { origin: server.origin },
      payload: { from: '/' },
    })
  const refused = await ask()
  expect([refused.statusCode, refused.json().detail]).toEqual([
    503,
    'Google can’t be reached at the moment. Please try again in a minute.',
  ])
  const back = await server.app.inject('/api/auth/callback/google?state=x&code=y')
  expect([back.statusCode, back.headers.location]).toEqual([303, '/login?refused=failed'])
  await server.app.listen({ port: server.config.port, host: '127.0.0.1' })
  expect((await ask()).statusCode).toBe(200)
})

describe('signing in at the provider', () => {
  it('asks with PKCE, state and nonce, and tells the page no secret', async () => {
    const answer = await begin(openBrowser())
    const { url, ...more } = (await answer.json()) as { url: string }
    expect(more).toEqual({ redirect: false })
    const asked = new URL(url).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'clinic',
      redirect_uri: `${server.origin}/api/auth/callback/google`,
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked.get(name), name).toBeTruthy()
    expect(asked.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
  })

  it('makes an account, signs in, and comes back to the page one came from', async () => {
    const person = newPerson()
    const { browser, url } = await signIn(person, openBrowser(), '/dashboard?a=1&b=2')
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

  it('knows a person again', async () => {
    const person = newPerson()
    await signIn(person)
    await signIn({ ...person, email: person.email.toUpperCase(), name: 'Another Name' })
    const [found, ...others] = await usersAt(person.email)
    expect([found?.name, others]).toEqual(['Ann Able', []])
    expect(await accountsOf(found?.id ?? '')).toHaveLength(1)
  })

  it('keeps nothing of the provider’s but who it is', async () => {
    const person = newPerson()
    await signIn(person)
    await signIn(person)
    const [found] = await usersAt(person.email)
    expect(found?.image).toBeNull()
    const [way] = await accountsOf(found?.id ?? '')
    expect(way).toMatchObject({ providerId: 'google', accessToken: null, refreshToken: null, idToken: null })
  })

  it('works at the twin of the public address that a browser on the same machine may use', async () => {
    const twin = server.origin.replace('localhost', '127.0.0.1')
    const { browser, url } = await signIn(newPerson(), openBrowser(), '/appointment', twin)
    expect(url).toBe(`${twin}/appointment`)
    expect(await (await browser.visit(`${twin}/api/auth/get-session`)).json()).not.toBeNull()
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'x', '/\n/evil.example', '', 7])(
    'leads to no page that is not of this site: %j',
    async (from) => {
      const answer = await openBrowser().visit(`${server.origin}/api/auth/sign-in/google`, { json: { from } })
      expect(answer.status).toBe(400)
    },
  )

  it('takes nothing but the page to come back to: no ID token, no other address', async () => {
    const before = await everything()
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
    expect(await everything()).toEqual(before)
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

describe('coming back without a sign-in leaves no account and no session', () => {
  it('when it was cancelled', async () => {
    const before = await everything()
    const { browser, path } = await signIn({ cancel: 'yes' }, openBrowser(), '/appointment')
    expect(path).toBe('/login?from=%2Fappointment&refused=cancelled')
    expect(browser.hasCookie('clinic.session_token')).toBe(false)
    expect(await everything()).toEqual(before)
  })

  it('when the provider does not vouch for the address', async () => {
    const before = await everything()
    const browser = openBrowser()
    const page = await (await browser.visit(await reachChooser(browser))).text()
    const [, sub = ''] = /value="([^"]+)">\s*<span class="name">Jo Park/.exec(page) ?? []
    const { path } = await signIn({ account: sub }, browser)
    expect(path).toBe('/login?from=%2Fappointment&refused=unverified')
    expect(await everything()).toEqual(before)
    expect(browser.hasCookie('clinic.session_token')).toBe(false)
  })

  it('when the state is another’s, was changed, is missing or was used before', async () => {
    const before = await everything()
    const browser = openBrowser()
    const chosen = await browser.visit(await reachChooser(browser), { form: newPerson() })
    const { url } = await browser.follow(chosen, /api\/auth\/callback/)
    const changed = new URL(url)
    changed.searchParams.set('state', 'another')
    const bare = new URL(url)
    bare.searchParams.delete('state')
    const land = async (who: Browser, at: URL | string) => (await who.follow(await who.visit(String(at)), /login/)).url
    expect(await land(openBrowser(), url)).toBe(`${server.origin}/login?from=%2Fappointment&refused=expired`)
    expect(await land(browser, changed)).toBe(`${server.origin}/login?refused=expired`)
    expect(await land(browser, bare)).toBe(`${server.origin}/login?refused=expired`)
    expect(await everything()).toEqual(before)
    expect(await land(browser, url)).toBe(`${server.origin}/appointment`)
    expect(await land(openBrowser(), url)).toBe(`${server.origin}/login?refused=expired`)
  })

  it('when the code is not the provider’s', async () => {
    const before = await everything()
    const browser = openBrowser()
    const { url } = (await (await begin(browser)).json()) as { url: string }
    const state = new URL(url).searchParams.get('state') ?? ''
    const back = await browser.visit(
      `${server.origin}/api/auth/callback/google?${new URLSearchParams({ state, code: 'made up' })}`,
    )
    expect(back.headers.get('location')).toBe('/login?from=%2Fappointment&refused=failed')
    expect(await everything()).toEqual(before)
  })

  it('when the code was got by another sign-in, with another nonce and PKCE secret', async () => {
    const thief = openBrowser()
    const chosen = await thief.visit(await reachChooser(thief), { form: newPerson() })
    const { url: stolen } = await thief.follow(chosen, /api\/auth\/callback/)
    const before = await everything()
    const victim = openBrowser()
    const { url } = (await (await begin(victim)).json()) as { url: string }
    const back = new URL(stolen)
    back.searchParams.set('state', new URL(url).searchParams.get('state') ?? '')
    const answer = await victim.visit(back.href)
    expect(answer.headers.get('location')).toBe('/login?from=%2Fappointment&refused=failed')
    expect(await everything()).toEqual(before)
  })
})

describe('an address that has a password', () => {
  it('is one user by both ways, when it was verified', async () => {
    const person = newPerson()
    await signUp(person, true)
    const { path } = await signIn(person)
    expect(path).toBe('/appointment')
    const [found, ...others] = await usersAt(person.email)
    expect(others).toEqual([])
    const ways = await accountsOf(found?.id ?? '')
    expect(ways.map(({ providerId }) => providerId).sort()).toEqual(['credential', 'google'])
    expect(ways.find(({ providerId }) => providerId === 'google')?.accessToken).toBeNull()
  })

  it('is not joined when it was never verified: who made it may not be who owns the address', async () => {
    const person = newPerson()
    await signUp(person, false)
    const before = await everything()
    const { browser, path } = await signIn(person)
    expect(path).toBe('/login?from=%2Fappointment&refused=password-account')
    expect(browser.hasCookie('clinic.session_token')).toBe(false)
    expect(await everything()).toEqual(before)
    expect((await usersAt(person.email))[0]?.emailVerified).toBe(false)
  })

  it('is not the demo admin’s for whoever says so at the stand-in', async () => {
    const demo = await openTestApp({ database: server.database, env: { DEMO: 'on' } })
    const { path } = await signIn({ name: 'Eve', email: 'admin@example.com' })
    expect(path).toBe('/login?from=%2Fappointment&refused=password-account')
    await demo.close()
  })

  it('is taken for a sign-up by password once it signs in at the provider', async () => {
    const person = newPerson()
    await signIn(person)
    const { answer } = await server.signUp({ ...person, password: 'secret1' })
    expect(answer.statusCode).toBe(422)
  })
})
