import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import type { Person } from '#e2e/support/people.ts'
import { fullChromium } from '#scripts/setup/machine/chromium.mjs'
import { chromiumArgs } from '#testbed/chromium-args.ts'
import type { Lab } from './lab.ts'
import { startSite } from './server-process.ts'

const bytesPerKb = 1_000

declare global {
  interface Window {
    /** When the main content appeared, in ms since navigation start. */
    contentAt: number | undefined
  }
}

/** KB that a visit transfers: JavaScript needed to show the page, and all files. */
type Weight = { scriptKb: number; totalKb: number }

/** Visits `path` with an empty cache, signed in as `person` if given. `content` selects an element of
 *  the main content: JavaScript requested after it appeared counts in the total only. Without it all JavaScript
 *  counts. */
export type WeighVisit = (path: string, content?: string, person?: Person) => Promise<Weight>

/** Starts a new site and a Chromium, runs `work` and stops both. */
export async function withSite<T>(lab: Lab, work: (origin: string, weigh: WeighVisit) => Promise<T>): Promise<T> {
  const { origin, stop } = await startSite(lab, lab.createFolder())
  const browser = await chromium.launch({ ...fullChromium(), args: chromiumArgs })
  const weigh: WeighVisit = async (path, content, person) => {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
    const cookies = person?.cookies ?? []
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin, httpOnly: true })))
    const weight = await weighVisit(context, path, content)
    await context.close()
    return weight
  }
  try {
    return await work(origin, weigh)
  } finally {
    await browser.close()
    await stop()
  }
}

async function weighVisit(context: BrowserContext, path: string, content?: string): Promise<Weight> {
  const page = await context.newPage()
  const responsesById = await recordResponses(await context.newCDPSession(page))
  if (content) await recordContentTime(page, content)
  await page.goto(path)
  if (content) await page.waitForFunction(() => window.contentAt !== undefined)
  await page.waitForLoadState('networkidle')
  const prefetched = content ? await urlsRequestedAfterContent(page) : []
  const responses = [...responsesById.values()].filter(({ url }) => url.startsWith('http'))
  const scripts = responses.filter(
    ({ url, type }) => type.includes('javascript') && !prefetched.includes(url) && !url.includes('/sandbox/'),
  )
  return { scriptKb: sumKb(scripts), totalKb: sumKb(responses) }
}

type Response = { url: string; type: string; bytes: number }

async function recordResponses(cdp: CDPSession): Promise<Map<string, Response>> {
  const responses = new Map<string, Response>()
  cdp.on('Network.responseReceived', ({ requestId, response: { url, mimeType } }) => {
    responses.set(requestId, { url, type: mimeType, bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId)
    if (response) response.bytes = encodedDataLength
  })
  await cdp.send('Network.enable')
  return responses
}

async function recordContentTime(page: Page, content: string): Promise<void> {
  await page.addInitScript((selector) => {
    const check = () => {
      if (window.contentAt === undefined && document.querySelector(selector)) window.contentAt = performance.now()
    }
    new MutationObserver(check).observe(document, { childList: true, subtree: true })
  }, content)
}

function urlsRequestedAfterContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { contentAt = 0 } = window
    const later = performance.getEntriesByType('resource').filter(({ startTime }) => startTime > contentAt)
    return later.map(({ name }) => name)
  })
}

function sumKb(responses: Response[]): number {
  return responses.reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerKb
}
