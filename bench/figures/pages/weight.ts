import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { generatePath } from 'react-router'
import type { Figure, Row } from '#bench/lab/report.ts'
import { pages } from '#contract/site/pages.ts'
import { book } from '#e2e/support/bookings.ts'
import { demoAdmin, type Person } from '#e2e/support/people.ts'
import { newPatient, newVisitor, onSite, type Site } from './visit.ts'

const kilobyte = 1_000
const plain = { script: 15, all: 150 }
const app = { script: 140 }

/** What a page may weigh in KB, `script` being the JavaScript that it is shown with. */
type Limits = { script?: number; all?: number }

type Visit = {
  path: string
  limits: Limits
  /** Is there once the page shows what it is for, and not before the app runs. Without it all JavaScript counts. */
  content?: string
}

const visitors: Visit[] = [
  { path: pages.home, limits: plain },
  { path: pages.about, limits: plain },
  { path: pages.login, limits: app },
  { path: pages.signup, limits: app },
  { path: pages.forgotPassword, limits: app },
]
const members: Visit[] = [
  { path: pages.appointment, limits: app, content: 'main li button' },
  { path: pages.dashboard, limits: app },
  { path: pages.reviews, limits: app },
  { path: pages.history, limits: app },
  { path: pages.account, limits: app, content: 'main form' },
]
const admins: Visit[] = [
  { path: pages.users, limits: app, content: 'main table' },
  { path: pages.addDoctor, limits: app, content: 'main form' },
  { path: pages.manageDoctors, limits: app, content: 'main table' },
  { path: pages.activity, limits: app },
]
const ofBooking = (id: string): Visit[] => [
  { path: generatePath(pages.payment, { id }), limits: app },
  { path: generatePath(pages.receipt, { id }), limits: app },
]

/** Bytes over the wire of a first visit, JavaScript and everything. */
export const weight: Figure = {
  title: 'What a first visit of a page loads',
  how: `Chromium with an empty cache, 1280 px wide; on pages behind the login signed in by cookie alone. The bytes of each answer as they came over the wire, headers included
(DevTools protocol, Network.loadingFinished), in KB of 1,000. JavaScript: what was asked for until the page showed what it is for; what is fetched ahead after
that, when nothing else is to do, counts in all. On the payment page the card provider's own scripts count in all only.`,
  limits:
    'React, its router and the schemas, which every page behind the login needs; on pages with a form the form library.',
  measure: (lab) => onSite(lab, weighAll),
}

async function weighAll(site: Site): Promise<Row[]> {
  const server = { url: site.server.origin }
  const patient = await newPatient(site)
  const booked = ofBooking((await book(server, patient))._id)
  return [
    ...(await weigh(site, visitors)),
    ...(await weigh(site, [...members, ...booked], patient)),
    ...(await weigh(site, admins, await demoAdmin(server))),
  ]
}

declare global {
  interface Window {
    /** When the content was there, in ms since the page's start. */
    contentAt: number | undefined
  }
}

async function weigh(site: Site, visits: Visit[], person?: Person): Promise<Row[]> {
  const rows: Row[] = []
  for (const visit of visits) {
    const context = await newVisitor(site, person, { viewport: { width: 1280, height: 800 } })
    rows.push(...(await weighOne(context, visit)))
    await context.close()
  }
  return rows
}

async function weighOne(context: BrowserContext, { path, limits, content }: Visit): Promise<Row[]> {
  const page = await context.newPage()
  const loaded = await listen(await context.newCDPSession(page))
  if (content) await noteWhenShown(page, content)
  await page.goto(path)
  if (content) await page.waitForFunction(() => window.contentAt !== undefined)
  await page.waitForLoadState('networkidle')
  const ahead = content ? await askedForLater(page) : []
  const answers = [...loaded.values()].filter(({ url }) => url.startsWith('http'))
  const scripts = answers.filter(
    ({ url, type }) => type.includes('javascript') && !ahead.includes(url) && !url.includes('/sandbox/'),
  )
  const name = path.replace(/[0-9a-f-]{36}$/, '{id}')
  return [
    sizeRow(`${name}: JavaScript`, limits.script, sumOf(scripts)),
    sizeRow(`${name}: in all`, limits.all, sumOf(answers)),
  ]
}

type Answer = { url: string; type: string; bytes: number }

async function listen(cdp: CDPSession): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  cdp.on('Network.responseReceived', ({ requestId, response: { url, mimeType } }) => {
    answers.set(requestId, { url, type: mimeType, bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer) answer.bytes = encodedDataLength
  })
  await cdp.send('Network.enable')
  return answers
}

async function noteWhenShown(page: Page, content: string): Promise<void> {
  await page.addInitScript((selector) => {
    const look = () => {
      if (window.contentAt === undefined && document.querySelector(selector)) window.contentAt = performance.now()
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  }, content)
}

function askedForLater(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { contentAt = 0 } = window
    const later = performance.getEntriesByType('resource').filter(({ startTime }) => startTime > contentAt)
    return later.map(({ name }) => name)
  })
}

function sumOf(answers: Answer[]): number {
  return answers.reduce((sum, { bytes }) => sum + bytes, 0) / kilobyte
}

function sizeRow(what: string, limit: number | undefined, got: number): Row {
  const row = { what, wanted: limit === undefined ? '' : `≤ ${limit} KB`, got: `${got.toFixed(1)} KB` }
  return limit === undefined ? row : { ...row, reached: got <= limit }
}
