import { test as base, type Page } from '@playwright/test'
import { pageAt } from '#contract/site/page-at.ts'
import { startPair } from '#server/testing/pair.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { appStarted } from './app-started.ts'

type TestFixtures = {
  /** Allows console errors that match: `allowConsole(/status of 409/)`. Any other error in a page fails the test. */
  allowConsole: (pattern: RegExp) => void
  consoleErrors: { recorded: string[]; allowed: RegExp[] }
}

/** Playwright's `test` with one server per worker. Console errors and CSP violations fail the test. */
export const test = base.extend<TestFixtures, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const server = await open()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  consoleErrors: async ({}, use) => {
    const errors: TestFixtures['consoleErrors'] = { recorded: [], allowed: [] }
    await use(errors)
    const unexpected = errors.recorded.filter((text) => !errors.allowed.some((pattern) => pattern.test(text)))
    if (unexpected.length > 0) throw new Error(`errors in the page's console:\n${unexpected.join('\n')}`)
  },
  allowConsole: async ({ consoleErrors }, use) => use((pattern) => consoleErrors.allowed.push(pattern)),
  context: async ({ context, consoleErrors }, use) => {
    context.on('page', (page) => recordErrors(page, consoleErrors.recorded))
    context.on('page', waitForApp)
    context.on('page', askWhereRouted)
    if (slowdown > 1) context.on('page', (page) => slowDown(page).catch(() => page.close()))
    // Some violations, such as an eval in a try block, are not logged by the browser.
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        // biome-ignore lint/suspicious/noConsole: `recordErrors` listens to the page's console
        console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI}`)
      })
    })
    await use(context)
    // A request may still be in a test's route handler.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  },
})

/** Lets navigations end when the app has started. A page that the server has rendered is shown before, and a test is
 *  faster than any person. With options, as for a test of that time, they end as usual. */
function waitForApp(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options) await appStarted(page)
    return response
  }
  for (const name of ['reload', 'goBack', 'goForward'] as const) {
    const navigate = page[name].bind(page)
    page[name] = async (options) => {
      const response = await navigate(options)
      if (!options) await appStarted(page)
      return response
    }
  }
}

/** Gives a page whose requests a test answers the document without data, so that the app sends them. */
function askWhereRouted(page: Page) {
  const [route, unrouteAll] = [page.route.bind(page), page.unrouteAll.bind(page)]
  let isRouted = false
  page.route = async (...args) => {
    if (!isRouted && !isAsset.test(String(args[0]))) {
      isRouted = true
      await route(isRendered, async (asked) => {
        if (asked.request().resourceType() !== 'document') return asked.fallback()
        const headers = await asked.request().allHeaders()
        if (!headers.cookie?.includes('session_token')) return asked.fallback()
        // Nobody's session.
        headers.cookie = 'clinic.session_token=x'
        await asked.fulfill({ response: await asked.fetch({ headers, maxRedirects: 0 }) })
      })
    }
    return route(...args)
  }
  page.unrouteAll = (options) => {
    isRouted = false
    return unrouteAll(options)
  }
}

const isAsset = /\.js/
const isRendered = ({ pathname }: URL) => pageAt(pathname)?.isRendered === true

// E2E_SLOWDOWN=8 gives the pages an eighth of the processor. A step that doesn't wait for what it needs fails then.
const slowdown = Number(process.env.E2E_SLOWDOWN ?? 1)

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

// E2E_INSTANCES=2 runs the tests on two instances, each request on the other than the one before.
function open(): Promise<Server> {
  const { E2E_DATABASE_URL: databaseServer, E2E_INSTANCES: instances } = process.env
  const options = { pages: true, env: { DEMO: 'on' } }
  if (databaseServer && instances === '2') return startPair({ ...options, databaseServer })
  return startServer({ ...options, databaseServer })
}

function recordErrors(page: Page, recorded: string[]) {
  page.on('pageerror', (error) => recorded.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') recorded.push(`${page.url()}: ${message.text()} (${message.location().url})`)
  })
}
