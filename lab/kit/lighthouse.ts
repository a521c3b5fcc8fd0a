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

/** A Chromium whose debugging `port` Lighthouse connects to. */
export type Browser = { port: number; close: () => Promise<void> }

/** Starts Chromium with an empty profile, signed in to the site of `origin` if given. */
export async function openChromium(origin?: string): Promise<Browser> {
  const port = await freePort()
  const args = [...chromiumArgs, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...fullChromium(), args })
  if (origin) await signIn(port, origin)
  return { port, close: () => browser.close() }
}

/** Empties the browser's cache and keeps its cookies and storage. */
function emptyCache(port: number): Promise<void> {
  return inProfile(port, async (context) => {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await page.close()
  })
}

/** Signs the browser in: sets the session cookie and opens the dashboard, which stores the access token and the
 *  user. */
function signIn(port: number, origin: string): Promise<void> {
  return inProfile(port, async (context) => {
    const { cookies } = await signUp({ url: origin })
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin, httpOnly: true })))
    const page = await context.newPage()
    await page.goto(origin + pages.dashboard)
    await page.waitForFunction(() => 'accessToken' in localStorage)
    await page.waitForLoadState('networkidle')
    await page.close()
  })
}

async function inProfile(port: number, work: (context: BrowserContext) => Promise<void>) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no profile')
  await work(context)
  await browser.close()
}

const category = z.object({ score: z.number() })
const audit = z.object({ numericValue: z.number() })
const report = z.object({
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
 *  empties cache and storage first. */
export async function runLighthouse({ port }: Browser, url: string, cache?: Cache): Promise<Report> {
  const options = ['--quiet', '--no-enable-error-reporting', '--output=json', '--output-path=stdout']
  const args = [cli, url, `--port=${port}`, ...options, ...(cache ? ['--disable-storage-reset'] : [])]
  const run = async () => {
    if (cache === 'cold') await emptyCache(port)
    return promisify(execFile)(process.execPath, args, { maxBuffer: 64_000_000 })
  }
  const { stdout } = await run().catch(run)
  return report.parse(JSON.parse(stdout))
}
