import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { indexed } from '#contract/site/documents.ts'
import { pages } from '#contract/site/pages.ts'
import { workerFile } from '#contract/site/worker-file.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

const origin = 'https://clinic.example'
const name = 'Smile & </script> "$&" Co'
let server: TestApp
beforeAll(async () => {
  const CLINIC_HOURS = 'Mo-Fr 08:00-17:00; Sa 09:00-13:00'
  server = await openTestApp({ pages: true, env: { PUBLIC_URL: origin, CLINIC_NAME: name, CLINIC_HOURS } })
})
afterAll(() => server.close())

const page = (url: string, headers = {}) => server.app.inject({ url, headers: { accept: 'text/html', ...headers } })
// Pages behind the login redirect visitors without a cookie.
const member = { cookie: '__Host-clinic.session_token=x' }

it('lists the absolute URLs of the public pages in the sitemap, and serves each of them', async () => {
  const { headers, body } = await server.app.inject('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(headers['cache-control']).toBe('public, max-age=3600')
  const urls = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
  expect(urls).toEqual(['/', '/about', '/dentists', '/privacy', '/login', '/signup'].map((path) => origin + path))
  for (const url of urls) expect((await page(url.slice(origin.length))).statusCode).toBe(200)
})

it('disallows private paths in robots.txt and links the sitemap', async () => {
  const { headers, body } = await server.app.inject('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /dashboard',
      'Disallow: /sandbox/',
      `Sitemap: ${origin}/sitemap.xml`,
    ]),
  )
})

it('serves a web app manifest whose icons have the declared sizes', async () => {
  const { headers, body } = await server.app.inject('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest: {
    name: string
    icons: { src: string; sizes: string; type: string }[]
    shortcuts: { name: string; url: string }[]
  } = JSON.parse(body)
  expect(manifest).toMatchObject({ name, id: '/', start_url: '/dashboard', scope: '/', display: 'standalone' })
  expect(manifest.shortcuts.map((shortcut) => [shortcut.name, shortcut.url])).toEqual([
    ['Book an appointment', '/appointment'],
    ['My Appointments', '/dashboard'],
  ])
  for (const icon of manifest.icons) {
    const answer = await server.app.inject(icon.src)
    expect([answer.statusCode, answer.headers['content-type']], icon.src).toEqual([200, icon.type])
    if (icon.type === 'image/svg+xml') continue
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect(`${width}x${height}`, icon.src).toBe(icon.sizes)
  }
})

it('serves the service worker anew each time, allowed to send requests and nothing else', async () => {
  const { statusCode, headers, body } = await server.app.inject(workerFile)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'cache-control': 'no-cache',
  })
  expect(body.length).toBeLessThan(1000)
  const document = await page('/dashboard', member)
  expect(document.headers['content-security-policy']).toContain("worker-src 'self';")
})

it('gives each public page a canonical URL and a picture for shared links', async () => {
  for (const path of indexed) {
    const { headers, body } = await page(path)
    expect(body.match(/<link rel="canonical" href="([^"]*)"/)?.[1]).toBe(`${origin}${path}`)
    expect(body.match(/<meta property="og:url" content="([^"]*)"/)?.[1]).toBe(`${origin}${path}`)
    expect(body).toMatch(/<meta name="description" content="[^"]{40,160}"/)
    expect(body).toContain('Smile &amp; &lt;/script&gt; &quot;$&amp;&quot; Co</title>')
    expect([headers['x-robots-tag'], body.includes('noindex')], path).toEqual([undefined, false])
    const picture = body.match(/<meta property="og:image" content="([^"]*)"/)?.[1] ?? ''
    const answer = await server.app.inject(picture.slice(origin.length))
    expect(answer.headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin' })
    expect(answer.headers['cache-control']).toBe('public, max-age=86400')
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
    expect(answer.rawPayload.length).toBeLessThan(60_000)
  }
})

it('includes structured data about the clinic in the landing page', async () => {
  const { body } = await page('/')
  const data = body.match(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/)?.[1] ?? ''
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'Dentist',
    name,
    url: `${origin}/`,
    openingHours: ['Mo-Fr 08:00-17:00', 'Sa 09:00-13:00'],
  })
})

it('shows the configured opening hours in the first cards, in the contact section and in the footer', async () => {
  const { body } = await page('/')
  const shown = body.match(/<main[\s\S]*<\/footer>/)?.[0] ?? ''
  expect(
    shown.replaceAll('\u00a0', ' ').match(/Monday to Friday, 8:00 AM to 5:00 PM\nSaturday, 9:00 AM to 1:00 PM</g),
  ).toHaveLength(3)
})

it('marks all other pages as noindex', async () => {
  for (const path of [...Object.values(pages), '/no/such/page']) {
    if (indexed.includes(path)) continue
    expect((await page(path.replace(':id', '1'), member)).headers['x-robots-tag'], path).toBe('noindex')
  }
  for (const path of [pages.forgotPassword, pages.dashboard]) {
    expect((await page(path, member)).body, path).toContain('<meta name="robots" content="noindex"/>')
  }
})

it('allows forms to open the email app on the landing page only', async () => {
  for (const path of [...Object.values(pages), '/no/such/page']) {
    const policy = String((await page(path.replace(':id', '1'), member)).headers['content-security-policy'])
    expect(policy, path).toContain(path === pages.home ? "form-action 'self' mailto:;" : "form-action 'self';")
  }
})
