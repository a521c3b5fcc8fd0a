import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { z } from 'zod'
import { pages } from '#contract/site/pages.ts'
import { signUp } from '#e2e/support/people.ts'
import { fullChromium } from '#scripts/setup/machine/chromium.mjs'
import { chromiumArgs } from '#testbed/chromium-args.ts'
import { freePort } from '#testbed/free-port.ts'

const cli = join(import.meta.dirname, '../lighthouse', 'node_modules', 'lighthouse', 'cli', 'index.js')

/** A Chromium whose debugging `port` Lighthouse connects to. Its pages are those of `context`. */
export type Browser = { port: number; context: BrowserContext; close: () => Promise<void> }

/** Starts Chromium with an empty profile, signed in to the site of `origin` if given. */
export async function openChromium(origin?: string): Promise<Browser> {
  const port = await freePort()
  const args = [...chromiumArgs, `--remote-debugging-port=${port}`]
  const context = await chromium.launchPersistentContext('', { ...fullChromium(), args, viewport: null })
  if (origin) await signIn(context, origin)
  return { port, context, close: () => context.close() }
}

/** Empties the browser's cache and keeps its cookies and storage. */
async function emptyCache(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.close()
}

/** Signs the browser in: sets the session cookie and opens the dashboard, which stores the access token and the
 *  user. */
async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const { cookies } = await signUp({ url: origin })
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin, httpOnly: true })))
  const page = await context.newPage()
  await page.goto(origin + pages.dashboard)
  await page.waitForFunction(() => 'accessToken' in localStorage)
  await page.waitForLoadState('networkidle')
  await page.close()
}

const category = z.object({ score: z.number() })
const audit = z.object({ numericValue: z.number() })
const report = z.object({
  finalDisplayedUrl: z.string(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({ performance: category, accessibility: category, 'best-practices': category, seo: category }),
  audits: z.object({
    'largest-contentful-paint': audit,
    'cumulative-layout-shift': audit,
    'total-blocking-time': audit,
  }),
})

/** What Lighthouse reports about a page. */
export type Report = z.infer<typeof report>

/** The browser's cache for a page that needs its session. */
export type Cache = 'cold' | 'warm'

/** Runs Lighthouse in `browser`; if it fails, as it sometimes does on a busy machine, once more. Without `cache` it
 *  empties cache and storage first.
 *  @throws Error if the browser was sent to another page, such as the login page */
export async function runLighthouse({ port, context }: Browser, url: string, cache?: Cache): Promise<Report> {
  const options = ['--quiet', '--no-enable-error-reporting', '--output=json', '--output-path=stdout']
  const args = [cli, url, `--port=${port}`, ...options, ...(cache ? ['--disable-storage-reset'] : [])]
  const run = async () => {
    if (cache === 'cold') await emptyCache(context)
    return promisify(execFile)(process.execPath, args, { maxBuffer: 64_000_000 })
  }
  const { stdout } = await run().catch(run)
  const result = report.parse(JSON.parse(stdout))
  if (result.finalDisplayedUrl !== url) throw new Error(`${url} led to ${result.finalDisplayedUrl}`)
  return result
}
