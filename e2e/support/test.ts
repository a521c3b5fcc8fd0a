import { test as base, type Page } from '@playwright/test'
import { type Server, startServer } from '#server/testing/server-process.ts'

type OfTest = {
  /** Lets console messages that match pass: `allowConsole(/status of 409/)`. Whatever else a page complains of fails the test. */
  allowConsole: (pattern: RegExp) => void
  complaints: { heard: string[]; allowed: RegExp[] }
}

/** Playwright's test with a server of its own per worker, and pages that may not complain. */
export const test = base.extend<OfTest, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for off this pattern
    async ({}, use) => {
      const server = await startServer({
        pages: true,
        databaseServer: process.env.E2E_DATABASE_URL,
        env: { DEMO: 'on' },
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  complaints: async ({}, use) => {
    const complaints: OfTest['complaints'] = { heard: [], allowed: [] }
    await use(complaints)
    const unexpected = complaints.heard.filter((text) => !complaints.allowed.some((pattern) => pattern.test(text)))
    if (unexpected.length > 0) throw new Error(`the page complained:\n${unexpected.join('\n')}`)
  },
  allowConsole: async ({ complaints }, use) => use((pattern) => complaints.allowed.push(pattern)),
  context: async ({ context, complaints }, use) => {
    context.on('page', (page) => listen(page, complaints.heard))
    // Some violations, such as an eval that is caught, reach no console by themselves.
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        // biome-ignore lint/suspicious/noConsole: this is the page's console, which `listen` hears
        console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI}`)
      })
    })
    await use(context)
    // A request of the page may still be on its way through a test's own route.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  },
})

function listen(page: Page, heard: string[]) {
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`${page.url()}: ${message.text()} (${message.location().url})`)
  })
}
