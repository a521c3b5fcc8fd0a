import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { generatePath } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { book } from '#e2e/support/bookings.ts'
import { demoAdmin, type Person } from '#e2e/support/people.ts'
import type { Figure, Row } from '../kit/report.ts'
import { openContext, type Site, signUpPatient, withSite } from './visit.ts'

const bytesPerKb = 1_000
const publicPage = { script: 15, total: 150 }
const appPage = { script: 130 }
/** Behind the login only the running app renders a heading. */
const shown = 'main h1'

/** Upper limits in KB: JavaScript needed to show the page, and all files together. */
type Limits = { script?: number; total?: number }

type Visit = {
  path: string
  limits: Limits
  /** Selector of an element that only the running app renders. JavaScript requested after it appeared counts in the total only.
   *  Without a selector all JavaScript counts. */
  content?: string
}

const visitorPages: Visit[] = [
  { path: pages.home, limits: publicPage },
  { path: pages.about, limits: publicPage },
  { path: pages.login, limits: appPage },
  { path: pages.signup, limits: appPage },
  { path: pages.forgotPassword, limits: appPage },
]
const patientPages: Visit[] = [
  { path: pages.appointment, limits: appPage, content: 'main li button' },
  { path: pages.dashboard, limits: appPage, content: shown },
  { path: pages.reviews, limits: appPage, content: shown },
  { path: pages.history, limits: appPage, content: shown },
  { path: pages.account, limits: appPage, content: 'main form' },
]
const adminPages: Visit[] = [
  { path: pages.users, limits: appPage, content: 'main table' },
  { path: pages.addDoctor, limits: appPage, content: 'main form' },
  { path: pages.manageDoctors, limits: appPage, content: 'main table' },
  { path: pages.activity, limits: appPage, content: shown },
]
const bookingPages = (id: string): Visit[] => [
  { path: generatePath(pages.payment, { id }), limits: appPage, content: shown },
  { path: generatePath(pages.receipt, { id }), limits: appPage, content: shown },
]

/** Measures the bytes that a first visit of each page transfers: JavaScript and total. */
export const weight: Figure = {
  title: 'Transfer size of a first page visit',
  method: `Chromium with an empty cache, 1280 px wide. Pages behind the login are opened with a session cookie only. Sizes are the encoded bytes of each response including headers
(DevTools protocol, Network.loadingFinished); 1 KB is 1,000 bytes. JavaScript: scripts requested until the page showed its main content. Scripts prefetched when idle
count in the total only, and so do the card provider's own scripts on the payment page.`,
  limitedBy:
    'React, its router and the schemas, which every page behind the login needs; pages with a form also need the form library.',
  measure: (lab) => withSite(lab, measureSite),
}

async function measureSite(site: Site): Promise<Row[]> {
  const server = { url: site.server.origin }
  const patient = await signUpPatient(site)
  const booking = await book(server, patient)
  return [
    ...(await measureVisits(site, visitorPages)),
    ...(await measureVisits(site, [...patientPages, ...bookingPages(booking._id)], patient)),
    ...(await measureVisits(site, adminPages, await demoAdmin(server))),
  ]
}

declare global {
  interface Window {
    /** When the main content appeared, in ms since navigation start. */
    contentAt: number | undefined
  }
}

async function measureVisits(site: Site, visits: Visit[], person?: Person): Promise<Row[]> {
  const rows: Row[] = []
  for (const visit of visits) {
    const context = await openContext(site, person, { viewport: { width: 1280, height: 800 } })
    rows.push(...(await measureVisit(context, visit)))
    await context.close()
  }
  return rows
}

async function measureVisit(context: BrowserContext, { path, limits, content }: Visit): Promise<Row[]> {
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
  const name = path.replace(/[0-9a-f-]{36}$/, '{id}')
  return [
    sizeRow(`${name}: JavaScript`, limits.script, sumKb(scripts)),
    sizeRow(`${name}: total`, limits.total, sumKb(responses)),
  ]
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

function sizeRow(label: string, limitKb: number | undefined, kb: number): Row {
  const row = { label, target: limitKb === undefined ? '' : `≤ ${limitKb} KB`, result: `${kb.toFixed(1)} KB` }
  return limitKb === undefined ? row : { ...row, met: kb <= limitKb }
}
