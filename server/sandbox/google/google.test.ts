import { createHash, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#server/http/app-type.ts'
import { type Browser, openBrowser } from '#server/testing/outside/browser.ts'
import { freePort } from '#testbed/free-port.ts'
import { openGoogleStandIn } from './stand-in.ts'

const callbackPath = '/back'
const secret = 'a secret that only tests know'

async function openStandIn() {
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const app: App = Fastify().withTypeProvider<ZodTypeProvider>()
  const log = pino({ level: 'silent' })
  const { account, addRoutes } = openGoogleStandIn({
    publicUrl,
    secret,
    origins: [publicUrl],
    callbackPath,
    siteName: '<b>Smile</b>',
    log,
  })
  await addRoutes(app)
  await app.listen({ port, host: '127.0.0.1' })
  return { app, publicUrl, account }
}

let standIn: Awaited<ReturnType<typeof openStandIn>>
beforeAll(async () => {
  standIn = await openStandIn()
})
afterAll(() => standIn.app.close())

const verifier = randomBytes(32).toString('base64url')

function authorizationUrl(changed: Record<string, string> = {}) {
  const asked = {
    response_type: 'code',
    client_id: standIn.account.clientId,
    redirect_uri: standIn.publicUrl + callbackPath,
    scope: 'openid email profile',
    state: 'a state',
    nonce: 'a nonce',
    prompt: 'select_account',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const all = new URLSearchParams({ ...asked, ...changed })
  for (const [name, value] of Object.entries(changed)) if (!value) all.delete(name)
  return `${standIn.publicUrl}/sandbox/google/auth?${all}`
}

async function choose(form: Record<string, string>, browser = openBrowser()) {
  const chooser = await browser.follow(await browser.visit(authorizationUrl()))
  const { url } = await browser.follow(await browser.visit(chooser.url, { form }), /\/back\?/)
  return new URL(url).searchParams
}

function exchange(code: string | null, changed: Record<string, string> = {}) {
  const { clientId, clientSecret } = standIn.account
  return fetch(`${standIn.publicUrl}/sandbox/google/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: standIn.publicUrl + callbackPath,
      client_id: clientId,
      client_secret: clientSecret,
      code_verifier: verifier,
      ...changed,
    }),
  })
}

const showChooser = async (browser: Browser) => browser.follow(await browser.visit(authorizationUrl()))

it('is discovered at its public address, whatever Host or a proxy’s headers say', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const found = await standIn.app.inject({ url: '/sandbox/google/.well-known/openid-configuration', headers })
  const issuer = `${standIn.publicUrl}/sandbox/google`
  expect(found.json()).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['EdDSA'],
  })
})

it('shows the public half of a key that is the same after a restart, and no other half', async () => {
  const again = await openStandIn()
  const keysOf = async ({ app }: typeof standIn) => (await app.inject('/sandbox/google/jwks')).json().keys
  expect(await keysOf(again)).toEqual(await keysOf(standIn))
  const [key, ...others] = await keysOf(standIn)
  expect(others).toEqual([])
  expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', use: 'sig' })
  expect(key.d).toBeUndefined()
  await again.app.close()
})

describe('the account chooser', () => {
  it('says that it is a stand-in, asks for no password, and runs no script', async () => {
    const { answer } = await showChooser(openBrowser())
    const html = await answer.text()
    expect(html).toContain('This is not Google.')
    expect(html).toContain('&lt;b&gt;Smile&lt;/b&gt;')
    for (const absent of ['password"', '<script', '<b>', 'style=']) expect(html).not.toContain(absent)
    for (const name of ['Maja Holm', 'Tomás Rivera', 'Jo Park']) expect(html).toContain(name)
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action ${standIn.publicUrl}; base-uri 'none'; frame-ancestors 'none'`,
    )
  })

  it('asks each time: being signed in there is not remembered', async () => {
    const browser = openBrowser()
    expect((await choose({ name: 'Ann', email: 'ann@example.org' }, browser)).get('code')).toBeTruthy()
    expect((await showChooser(browser)).url).toContain('/sandbox/google/account/')
    expect((await choose({ name: 'Bo', email: 'bo@example.org' }, browser)).get('code')).toBeTruthy()
  })

  it('goes back without a code when it is cancelled', async () => {
    const back = await choose({ cancel: 'yes' })
    expect([back.get('error'), back.get('state'), back.get('code')]).toEqual(['access_denied', 'a state', null])
  })

  it.each([
    [{ name: '', email: 'a@b' }, ['Name is Required', 'Provide a valid Email']],
    [{ name: '"><script>', email: '' }, ['Email is Required', 'value="&quot;&gt;&lt;script&gt;"']],
    [{ account: 'nobody' }, ['Name is Required']],
  ])('keeps %j on the page and says what is wrong', async (form, texts) => {
    const browser = openBrowser()
    const { url } = await showChooser(browser)
    const answer = await browser.visit(url, { form: form as Record<string, string> })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    for (const text of texts) expect(html).toContain(text)
  })

  it('has ended for a browser that did not begin it', async () => {
    const { url } = await showChooser(openBrowser())
    for (const answer of [
      await openBrowser().visit(url),
      await openBrowser().visit(url, { form: { cancel: 'yes' } }),
    ]) {
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('can’t go on')])
    }
  })
})

describe('the code', () => {
  it('is worth an ID token that names the person, signed, for this site and this sign-in', async () => {
    const code = (await choose({ name: 'Ann Able', email: 'Ann@Example.org' })).get('code')
    const { id_token: idToken } = (await (await exchange(code)).json()) as { id_token: string }
    const keys = createLocalJWKSet((await standIn.app.inject('/sandbox/google/jwks')).json())
    const issuer = `${standIn.publicUrl}/sandbox/google`
    const { payload } = await jwtVerify(idToken, keys, { issuer, audience: standIn.account.clientId })
    expect(payload).toMatchObject({
      nonce: 'a nonce',
      name: 'Ann Able',
      email: 'ann@example.org',
      email_verified: true,
      sub: expect.stringMatching(/^stand-in-\w{24}$/),
    })
  })

  it('is worth nothing a second time, without the secret, or without what PKCE wants', async () => {
    const person = { name: 'Ann', email: 'ann@example.org' }
    const code = (await choose(person)).get('code')
    expect((await exchange(code)).status).toBe(200)
    expect((await exchange(code)).status).toBe(400)
    const [second, third] = [(await choose(person)).get('code'), (await choose(person)).get('code')]
    expect((await exchange(second, { client_secret: 'wrong' })).status).toBe(401)
    expect((await exchange(third, { code_verifier: 'x'.repeat(43) })).status).toBe(400)
  })

  it.each([
    ['to another address', { redirect_uri: 'https://evil.example/back' }, 400],
    ['to another site', { client_id: 'another' }, 400],
  ])('goes %s never', async (_what, changed, status) => {
    const answer = await openBrowser().visit(authorizationUrl(changed))
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining('can’t go on')])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is not given without PKCE', async () => {
    const answer = await openBrowser().visit(authorizationUrl({ code_challenge: '', code_challenge_method: '' }))
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
  })
})
