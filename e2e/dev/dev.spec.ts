import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { pages } from '#contract/site/pages.ts'
import { book } from '#e2e/support/bookings.ts'
import { callDesk } from '#e2e/support/desk.ts'
import { demoAdmin, signInAs } from '#e2e/support/people.ts'
import { test as base } from '#e2e/support/test.ts'
import { isServedByVite } from '#scripts/dev/served-by-vite.ts'
import { type DevServer, startDevServer } from './dev-server.ts'

const test = base.extend<object, { dev: DevServer }>({
  dev: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const dev = await startDevServer({ CLINIC_NAME: 'Develop Dental' })
      await use(dev)
      await dev.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ dev }, use) => use(dev.url),
})

// In development a page is hundreds of files, and a trace would keep a copy of each.
test.use({ trace: 'off' })

const forVisitors: readonly string[] = [
  pages.about,
  pages.login,
  pages.signup,
  pages.forgotPassword,
  pages.resetPassword,
  pages.verifyEmail,
]

test('npm run dev shows every page from the first load on, without a failed call or a complaint', {
  tag: '@any-width',
}, async ({ page, dev }) => {
  test.setTimeout(300_000)
  const calls = watchCalls(page)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  const visit = async (path: string) => {
    loads = 0
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await expect.poll(calls.pending, { message: `unanswered calls of ${path}` }).toEqual([])
    expect(loads, `loads of ${path}`).toBe(1)
  }

  // The browser is here before the server is: the page waits for it.
  await visit(pages.home)
  await expect(page).toHaveTitle(/Develop Dental/)
  for (const path of forVisitors) await visit(path)
  const admin = await demoAdmin(dev)
  const { _id } = await book(dev, admin)
  await signInAs(page, dev, admin)
  const others = Object.values(pages).filter((path) => path !== pages.home && !forVisitors.includes(path))
  const [self] = await callDesk(dev, 'GET', `/desk/patients?search=${encodeURIComponent(admin.email)}`)
  const other = { fields: { name: 'Ida Lund' }, requestId: randomUUID() }
  const { _id: former } = await callDesk(dev, 'POST', '/desk/patients', other)
  for (const path of [...others, '/design']) {
    const id = path.startsWith(pages.patients) ? self._id : _id
    await visit(path.replace(':id', id).replace(':former', former))
  }

  expect(calls.count()).toBeGreaterThan(20)
  expect(calls.failed()).toEqual([])
  expect(dev.log()).not.toMatch(/proxy error|ECONNREFUSED|dependencies optimized|\n.*\bat \S+ \(?\/|\[ERROR\]/)
})

/** Watches the calls that a page makes to the server. */
function watchCalls(page: Page) {
  const pending = new Set<string>()
  const failed: string[] = []
  let count = 0
  const pathOf = (url: string) => new URL(url).pathname
  page.on('request', (request) => {
    const path = pathOf(request.url())
    // The desk's stream of changes stays open.
    if (isServedByVite(path) || path === '/desk/events') return
    count += 1
    pending.add(request.url())
  })
  page.on('requestfinished', (request) => pending.delete(request.url()))
  page.on('requestfailed', (request) => {
    pending.delete(request.url())
    const why = request.failure()?.errorText
    // Leaving a page ends what it still asks for.
    if (why !== 'net::ERR_ABORTED') failed.push(`${request.method()} ${request.url()}: ${why}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.request().method()} ${response.url()}: ${response.status()}`)
  })
  return { pending: () => [...pending], failed: () => failed, count: () => count }
}
