import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '#contract/site/pages.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { cookieOf } from '#server/testing/sessions.ts'

let server: TestApp
beforeAll(async () => {
  const CLINIC_NAME = '</script><b>&"Smile"'
  server = await openTestApp({
    pages: true,
    env: { PUBLIC_URL: 'https://clinic.example', CLINIC_NAME, API_REFERENCE: 'on' },
  })
})
afterAll(() => server.close())

// Pages behind the login redirect visitors without a cookie.
const asMember = { accept: 'text/html', cookie: 'clinic.session_token=x; __Host-clinic.session_token=x' }

it('sends API responses with headers that forbid loading, framing and content sniffing', async () => {
  const { headers } = await server.app.inject('/service')
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
})

it('allows each inline script by its hash, and no other inline content', async () => {
  const visited = ['/', '/about', '/login', '/no/such/page'].map((url) => [url, { accept: 'text/html' }] as const)
  for (const [url, sent] of [...visited, ['/', asMember] as const, ['/appointment', asMember] as const]) {
    const { headers, body } = await server.app.inject({ url, headers: sent })
    const policy = String(headers['content-security-policy'])
    const inline = [...body.matchAll(/<script(?![^>]*(?:\bsrc=|application\/(?:ld\+)?json))[^>]*>/g)]
    expect(inline.length).toBeGreaterThan(0)
    expect(policy.match(/'sha256-/g)).toHaveLength(inline.length)
    expect(policy).not.toContain('unsafe')
    expect(body).not.toMatch(/<style|\sstyle="/)
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  }
})

it('allows the payment page to load from the card provider, and no other page', async () => {
  const policyOf = async (at: TestApp, url: string) =>
    String((await at.app.inject({ url, headers: asMember })).headers['content-security-policy'])
  const stripe = await openTestApp({
    pages: true,
    env: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  })
  try {
    const policy = await policyOf(stripe, '/dashboard/payment/1')
    expect(policy).toMatch(/script-src 'self' 'sha256-[^;]* https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/)
    expect(policy).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;')
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    for (const url of ['/', '/login', '/dashboard', '/dashboard/receipt/1', '/dashboard/payment', '/no/such/page']) {
      expect(await policyOf(stripe, url), url).not.toMatch(/stripe|frame-src/)
    }
    expect(await policyOf(server, '/dashboard/payment/1')).toContain("frame-src 'self';")
    expect(await policyOf(server, '/dashboard/payment/1')).not.toContain('stripe')
    expect(await policyOf(server, '/dashboard')).not.toContain('frame-src')
  } finally {
    await stripe.close()
  }
})

it('forbids camera, microphone, location and payment requests, except Stripe’s on the payment page', async () => {
  const policyOf = async (at: TestApp, url: string) =>
    String((await at.app.inject({ url, headers: asMember })).headers['permissions-policy'])
  const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const stripe = await openTestApp({ pages: true, env })
  try {
    for (const url of [
      '/',
      '/dashboard',
      '/no/such/page',
      '/dashboard/payment/1',
      '/sandbox/stripe/card',
      '/reference',
    ]) {
      const policy = await policyOf(server, url)
      expect(policy, url).toContain('camera=(), display-capture=(), geolocation=(), microphone=()')
      expect(policy, url).toContain('payment=()')
      expect(policy, url).not.toContain('clipboard')
    }
    expect(await policyOf(stripe, '/dashboard/payment/1')).toContain('payment=(self "https://js.stripe.com")')
    expect(await policyOf(stripe, '/dashboard')).toContain('payment=()')
  } finally {
    await stripe.close()
  }
})

it('binds every cookie to this host over https', async () => {
  const { answer } = await server.signUp({ name: 'Ann', email: 'ann@example.org', password: 'a long secret' })
  const google = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/google',
    headers: { origin: server.origin },
    payload: { from: '/' },
  })
  const session = await server.app.inject({ url: '/api/auth/get-session', headers: { cookie: cookieOf(answer) } })
  expect(session.json().user.email).toBe('ann@example.org')
  const signOut = await server.app.inject({
    method: 'POST',
    url: '/api/auth/sign-out',
    headers: { origin: server.origin, cookie: cookieOf(answer) },
  })
  const cookies = [answer, google, signOut].flatMap(({ headers }) => headers['set-cookie'] ?? [])
  expect(cookies.length).toBeGreaterThan(1)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-clinic\./)
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toMatch(/; Secure(;|$)/)
    expect(cookie).toMatch(/; HttpOnly(;|$)/)
    expect(cookie).not.toMatch(/; Domain=/i)
  }
})

it('serves the font to every origin, cacheable for a year', async () => {
  for (const file of ['figtree-latin.woff2', 'figtree-latin-ext.woff2', 'figtree.css']) {
    const { statusCode, headers, rawPayload } = await server.app.inject(`/fonts/${file}`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': file.endsWith('.css') ? 'text/css; charset=utf-8' : 'font/woff2',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000',
    })
    if (file.endsWith('.woff2')) expect(rawPayload.subarray(0, 4).toString()).toBe('wOF2')
  }
})

it('allows pages that show doctors to load pictures from any https host, and no other page', async () => {
  for (const path of Object.values(pages)) {
    const url = path.replace(':id', '1')
    const { headers } = await server.app.inject({ url, headers: asMember })
    const showsDoctors = path === pages.addDoctor || path.startsWith(pages.manageDoctors)
    const sources = showsDoctors ? "img-src 'self' data: https:;" : "img-src 'self' data:;"
    expect(headers['content-security-policy'], url).toContain(sources)
  }
})

it('escapes the clinic’s name in pages', async () => {
  const { body } = await server.app.inject('/')
  expect(body).not.toContain('{{clinic')
  expect(body).not.toContain('</script><b>')
  expect(body).toContain('&lt;/script&gt;&lt;b&gt;&amp;&quot;Smile&quot;')
})

it('answers an unknown address with 404: a page for browsers, a problem for other clients', async () => {
  const page = await server.app.inject({ url: '/no/such/page', headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  const call = await server.app.inject('/no/such/call')
  expect([call.statusCode, call.json().title]).toEqual([404, 'Not Found'])
  expect(call.json().detail).toBe('There is nothing at this address.')
  expect((await server.app.inject('/assets/../package.json')).statusCode).toBe(404)
})

it('redirects to the canonical URL of a page or an API route', async () => {
  const get = (url: string) => server.app.inject({ url, headers: { accept: 'text/html' } })
  for (const [url, target] of [
    ['/Login?from=%2Fdashboard', '/login?from=%2Fdashboard'],
    ['/about/', '/about'],
    ['/dashboard/adddoctor/', '/dashboard/addDoctor'],
    ['/USER/', '/user'],
    ['/Booking/0199A?x', '/booking/0199A?x'],
  ] as const) {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers.location, headers['x-frame-options']], url).toEqual([308, target, 'DENY'])
  }
  const moved = await server.app.inject({ method: 'PUT', url: '/User/Ann@Example.org/', payload: {} })
  expect([moved.statusCode, moved.headers.location]).toEqual([308, '/user/Ann@Example.org'])
  for (const url of ['//evil.example/', '//evil.example/login/', '/%2Fevil.example/login/']) {
    expect((await get(url)).statusCode, url).toBe(404)
  }
})

it('answers 304 for an unchanged page', async () => {
  const first = await server.app.inject('/about')
  const again = await server.app.inject({ url: '/about', headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('sends some pages without the app, but with it to browsers with a session cookie', async () => {
  const get = (url: string, cookie = '') => server.app.inject({ url, headers: { accept: 'text/html', cookie } })
  for (const url of ['/', '/about', '/no/such/page']) {
    const visitor = await get(url, 'other=1')
    expect(visitor.body, url).not.toMatch(/modulepreload|<script[^>]* src=|data-prerendered/)
    for (const cookie of ['clinic.session_token=x', '__Host-clinic.session_token=x; other=1']) {
      const member = await get(url, cookie)
      expect(member.body, url).toMatch(/<script type="module" src="\/assets\/start-/)
      expect(member.headers.etag).not.toBe(visitor.headers.etag)
      expect(member.headers.vary).toContain('cookie')
    }
  }
})

it('compresses pages and their files in an encoding that the browser accepts', async () => {
  const style = (await server.app.inject('/about')).body.match(/href="(\/assets\/[^"]*\.css)"/)?.[1] ?? ''
  for (const url of ['/about', style]) {
    const get = (encodings: string) => server.app.inject({ url, headers: { 'accept-encoding': encodings } })
    const whole = await get('identity')
    expect(whole.headers['content-encoding'], url).toBeUndefined()
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      // While Brotli compresses a page, it is sent as gzip.
      await expect.poll(async () => (await get(accepted)).headers['content-encoding'], { message: url }).toBe(encoding)
      const packed = await get(accepted)
      expect(packed.headers.vary, url).toEqual(expect.any(String))
      expect(unpack(packed.rawPayload).equals(whole.rawPayload), url).toBe(true)
      expect(packed.rawPayload.length, url).toBeLessThan(whole.rawPayload.length / 2)
    }
  }
})

it('serves an OpenAPI 3.1 description and a reference page', async () => {
  const description = (await server.app.inject('/openapi.json')).json()
  expect(description.openapi).toBe('3.1.0')
  for (const path of ['/service', '/available', '/booking', '/booking/{id}', '/user/{email}', '/admin/{email}']) {
    expect(Object.keys(description.paths)).toContain(path)
  }
  const page = await server.app.inject('/reference/')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})

it('serves the reference page with the policy of other pages, and only if API_REFERENCE is on', async () => {
  const page = await server.app.inject('/reference/')
  const files = [...page.body.matchAll(/(?:src|href)="\.\/([^"]*)"/g)].map(([, file]) => `/reference/${file}`)
  expect(files.length).toBeGreaterThan(4)
  expect(page.body).not.toMatch(/<style|\sstyle="|<script(?![^>]*\ssrc=)/)
  for (const url of ['/reference', '/reference/', ...files]) {
    const { statusCode, headers } = await server.app.inject(url)
    expect([statusCode, headers['content-security-policy']], url).toEqual([
      200,
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ])
  }
  const plain = await openTestApp({ pages: true, env: { PUBLIC_URL: 'https://clinic.example' } })
  try {
    expect((await plain.app.inject('/reference')).statusCode).toBe(404)
    expect((await plain.app.inject('/reference/static/swagger-ui.css')).statusCode).toBe(404)
    expect((await plain.app.inject('/openapi.json')).statusCode).toBe(200)
  } finally {
    await plain.close()
  }
})
