import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#server/http/app-type.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type Browser, openBrowser } from '#server/testing/outside/browser.ts'
import { freePort } from '#testbed/free-port.ts'
import { openGoogleSandbox } from './sandbox.ts'
import { googleState, googleUser } from './schema.ts'

const callbackPath = '/back'
const secret = 'a secret that only tests know'

/** Opens the sandbox as the instance of `publicUrl`, which is another one's if it has a port of its own. */
async function openTestSandbox(port: number, publicUrl = `http://localhost:${port}`) {
  const app: App = Fastify().withTypeProvider<ZodTypeProvider>()
  const log = pino({ level: 'silent' })
  const { account, addRoutes } = await openGoogleSandbox({
    database,
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

let database: TestDatabase
let sandbox: Awaited<ReturnType<typeof openTestSandbox>>
beforeAll(async () => {
  database = await freshDatabase()
  sandbox = await openTestSandbox(await freePort())
})
afterAll(async () => {
  await sandbox.app.close()
  await database.close()
})

const verifier = randomBytes(32).toString('base64url')

function authorizationUrl(changed: Record<string, string> = {}) {
  const params = {
    response_type: 'code',
    client_id: sandbox.account.clientId,
    redirect_uri: sandbox.publicUrl + callbackPath,
    scope: 'openid email profile',
    state: 'a state',
    nonce: 'a nonce',
    prompt: 'select_account',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const all = new URLSearchParams({ ...params, ...changed })
  for (const [name, value] of Object.entries(changed)) if (!value) all.delete(name)
  return `${sandbox.publicUrl}/sandbox/google/auth?${all}`
}

async function chooseAccount(form: Record<string, string>, browser = openBrowser()) {
  const chooser = await browser.follow(await browser.visit(authorizationUrl()))
  const { url } = await browser.follow(await browser.visit(chooser.url, { form }), /\/back\?/)
  return new URL(url).searchParams
}

function exchange(code: string | null, changed: Record<string, string> = {}, port = new URL(sandbox.publicUrl).port) {
  const { clientId, clientSecret } = sandbox.account
  return fetch(`http://localhost:${port}/sandbox/google/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: sandbox.publicUrl + callbackPath,
      client_id: clientId,
      client_secret: clientSecret,
      code_verifier: verifier,
      ...changed,
    }),
  })
}

const showChooser = async (browser: Browser) => browser.follow(await browser.visit(authorizationUrl()))

it('publishes its discovery document for the public URL, ignoring Host and proxy headers', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const response = await sandbox.app.inject({ url: '/sandbox/google/.well-known/openid-configuration', headers })
  const issuer = `${sandbox.publicUrl}/sandbox/google`
  expect(response.json()).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['EdDSA'],
  })
})

it('publishes only the public half of its key, which is the same after a restart', async () => {
  const restarted = await openTestSandbox(await freePort())
  const keysOf = async ({ app }: typeof sandbox) => (await app.inject('/sandbox/google/jwks')).json().keys
  expect(await keysOf(restarted)).toEqual(await keysOf(sandbox))
  const [key, ...others] = await keysOf(sandbox)
  expect(others).toEqual([])
  expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', use: 'sig' })
  expect(key.d).toBeUndefined()
  await restarted.app.close()
})

describe('the account chooser', () => {
  it('says that it is not Google, asks for no password and runs no script', async () => {
    const { answer } = await showChooser(openBrowser())
    const html = await answer.text()
    expect(html).toContain('This is not Google.')
    expect(html).toContain('&lt;b&gt;Smile&lt;/b&gt;')
    for (const absent of ['password"', '<script', '<b>', 'style=']) expect(html).not.toContain(absent)
    for (const name of ['Maja Holm', 'Tomás Rivera', 'Jo Park']) expect(html).toContain(name)
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action ${sandbox.publicUrl}; base-uri 'none'; frame-ancestors 'none'`,
    )
  })

  it('opens for each sign-in, because the sandbox has no session', async () => {
    const browser = openBrowser()
    expect((await chooseAccount({ name: 'Ann', email: 'ann@example.org' }, browser)).get('code')).toBeTruthy()
    expect((await showChooser(browser)).url).toContain('/sandbox/google/account/')
    expect((await chooseAccount({ name: 'Bo', email: 'bo@example.org' }, browser)).get('code')).toBeTruthy()
  })

  it('returns without a code when cancelled', async () => {
    const back = await chooseAccount({ cancel: 'yes' })
    expect([back.get('error'), back.get('state'), back.get('code')]).toEqual(['access_denied', 'a state', null])
  })

  it.each([
    [{ name: '', email: 'a@b' }, ['Name is Required', 'Provide a valid Email']],
    [{ name: '"><script>', email: '' }, ['Email is Required', 'value="&quot;&gt;&lt;script&gt;"']],
    [{ account: 'nobody' }, ['Name is Required']],
    [{ account: '\0' }, ['Name is Required']],
  ])('keeps the input %j and shows its errors', async (form, texts) => {
    const browser = openBrowser()
    const { url } = await showChooser(browser)
    const answer = await browser.visit(url, { form: form as Record<string, string> })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    for (const text of texts) expect(html).toContain(text)
  })

  it('responds with 400 to a browser that did not start the sign-in', async () => {
    const { url } = await showChooser(openBrowser())
    for (const answer of [
      await openBrowser().visit(url),
      await openBrowser().visit(url, { form: { cancel: 'yes' } }),
    ]) {
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('can’t go on')])
    }
  })
})

describe('the authorization code', () => {
  it('is exchanged for a signed ID token of the user, for this client and sign-in', async () => {
    const code = (await chooseAccount({ name: 'Ann Able', email: 'Ann@Example.org' })).get('code')
    const { id_token: idToken } = (await (await exchange(code)).json()) as { id_token: string }
    const keys = createLocalJWKSet((await sandbox.app.inject('/sandbox/google/jwks')).json())
    const issuer = `${sandbox.publicUrl}/sandbox/google`
    const { payload } = await jwtVerify(idToken, keys, { issuer, audience: sandbox.account.clientId })
    expect(payload).toMatchObject({
      nonce: 'a nonce',
      name: 'Ann Able',
      email: 'ann@example.org',
      email_verified: true,
      sub: expect.stringMatching(/^stand-in-\w{24}$/),
    })
  })

  it('is rejected a second time, with a wrong client secret, or with a wrong PKCE verifier', async () => {
    const user = { name: 'Ann', email: 'ann@example.org' }
    const code = (await chooseAccount(user)).get('code')
    expect((await exchange(code)).status).toBe(200)
    expect((await exchange(code)).status).toBe(400)
    const [second, third] = [(await chooseAccount(user)).get('code'), (await chooseAccount(user)).get('code')]
    expect((await exchange(second, { client_secret: 'wrong' })).status).toBe(401)
    expect((await exchange(third, { code_verifier: 'x'.repeat(43) })).status).toBe(400)
  })

  it('is exchanged by another instance than the one that issued it, once', async () => {
    const port = await freePort()
    const other = await openTestSandbox(port, sandbox.publicUrl)
    const code = (await chooseAccount({ name: 'Bea', email: 'bea@example.org' })).get('code')
    const answer = await exchange(code, {}, String(port))
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    const user = await fetch(`${sandbox.publicUrl}/sandbox/google/me`, { headers })
    expect(await user.json()).toMatchObject({ name: 'Bea', email: 'bea@example.org', email_verified: true })
    expect((await exchange(code)).status).toBe(400)
    expect((await fetch(user.url, { headers })).status).toBe(401)
    expect(await database.db.$count(googleState, eq(googleState.id, token))).toBe(0)
    await other.app.close()
  })

  it('is rejected if it is no code', async () => {
    for (const code of ['made-up', 'a\0b', 'x'.repeat(200)]) expect((await exchange(code)).status).toBe(400)
  })

  it('is rejected, and deleted with its user, after its time', async () => {
    const code = (await chooseAccount({ name: 'Cy', email: 'cy@example.org' })).get('code')
    const past = { expiresAt: new Date(Date.now() - 1_000) }
    await database.db.update(googleState).set(past)
    expect((await exchange(code)).status).toBe(400)
    await database.db.update(googleUser).set(past)
    await showChooser(openBrowser())
    expect((await database.db.select().from(googleState)).map(({ kind }) => kind)).toEqual(['Interaction'])
    expect(await database.db.$count(googleUser)).toBe(0)
  })

  it.each([
    ['redirect URI', { redirect_uri: 'https://evil.example/back' }, 400],
    ['client', { client_id: 'another' }, 400],
  ])('is not issued for another %s', async (_what, changed, status) => {
    const answer = await openBrowser().visit(authorizationUrl(changed))
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining('can’t go on')])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is not issued without PKCE', async () => {
    const answer = await openBrowser().visit(authorizationUrl({ code_challenge: '', code_challenge_method: '' }))
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
  })
})
