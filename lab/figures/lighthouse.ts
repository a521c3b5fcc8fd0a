import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { pages } from '#contract/site/pages.ts'
import { signUp } from '#e2e/support/people.ts'
import { findChromium } from '#scripts/setup/machine/chromium.mjs'
import { chromiumArgs } from '#testbed/chromium-args.ts'
import type { Lab } from '../kit/lab.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { startSite } from '../kit/server-process.ts'

const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
const cli = join(import.meta.dirname, '../lighthouse', 'node_modules', 'lighthouse', 'cli', 'index.js')
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Minimum score of each category, and maximum Largest Contentful Paint in seconds. */
type Target = { score: number; lcpSeconds?: number }
const publicPages = [pages.home, pages.about, pages.login, pages.signup]
const publicTarget: Target = { score: 100, lcpSeconds: 1.5 }
const appointmentTarget: Target = { score: 95 }

/** Measures Lighthouse scores of the public pages and the appointment page, emulating a phone on a slow network. */
export const lighthouse: Figure = {
  title: 'Lighthouse',
  method: `Lighthouse 13 (lab/lighthouse) with its default settings: a mid-range phone on simulated slow 4G, with an empty cache unless a row says warm. ${runs} runs per page (LIGHTHOUSE_RUNS).
Scores are performance, accessibility, best practices and SEO. The appointment page is opened in a browser that is signed in: cold, with an empty cache, as for somebody who
comes back after weeks, and warm, with the scripts of an earlier visit. benchmarkIndex is Lighthouse's own measure of the processor: below 1,000 its scores are too low.`,
  limitedBy:
    'everything that loads before the Largest Contentful Paint: the page, its style sheet and its font; on the appointment page also the app.',
  measure,
}

async function measure(lab: Lab): Promise<Row[]> {
  const { origin, stop } = await startSite(lab, lab.createFolder())
  const rows: Row[] = []
  const visitor = await openChromium(lab)
  for (const path of publicPages) rows.push(...(await measurePage(visitor, origin, path, publicTarget)))
  await visitor.close()
  const member = await openChromium(lab)
  await signIn(member, origin)
  rows.push(...(await measurePage(member, origin, pages.appointment, appointmentTarget, 'cold')))
  rows.push(...(await measurePage(member, origin, pages.appointment, appointmentTarget, 'warm')))
  await member.close()
  await stop()
  return rows
}

type Browser = { port: number; close: () => Promise<void> }

/** Starts Chromium with an empty profile. Lighthouse connects to its debugging `port`. */
async function openChromium(lab: Lab): Promise<Browser> {
  const profile = lab.createFolder()
  const args = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const child = lab.killOnClose(spawn(findChromium() ?? '', [...chromiumArgs, ...args], { stdio: 'ignore' }))
  // Chromium writes the port that it chose into this file.
  const portFile = join(profile, 'DevToolsActivePort')
  while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) {
    if (child.exitCode !== null) throw new Error(`Chromium exited during startup with code ${child.exitCode}`)
    await sleep(50)
  }
  return {
    port: Number(readFileSync(portFile, 'utf8').split('\n')[0]),
    close: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await exited
    },
  }
}

/** Empties the browser's cache and keeps its cookies and storage. */
async function emptyCache({ port }: Browser) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('Chromium has no profile')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.close()
  await browser.close()
}

/** Signs the browser in: sets the session cookie and opens the dashboard, which stores the access token and the user. */
async function signIn({ port }: Browser, origin: string) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no profile')
  const { cookies } = await signUp({ url: origin })
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin, httpOnly: true })))
  const page = await context.newPage()
  await page.goto(origin + pages.dashboard)
  await page.waitForFunction(() => 'accessToken' in localStorage)
  await page.waitForLoadState('networkidle')
  await page.close()
  await browser.close()
}

const category = z.object({ score: z.number() })
const audit = z.object({ numericValue: z.number() })
const result = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({
    performance: category,
    accessibility: category,
    'best-practices': category,
    seo: category,
  }),
  audits: z.object({
    'largest-contentful-paint': audit,
    'cumulative-layout-shift': audit,
    'total-blocking-time': audit,
  }),
})
type Result = z.infer<typeof result>

async function measurePage(
  browser: Browser,
  origin: string,
  path: string,
  target: Target,
  cache?: 'cold' | 'warm',
): Promise<Row[]> {
  const results: Result[] = []
  // Lighthouse empties cache and storage before each run, unless this flag keeps both for a page that needs its session.
  const flags = cache ? ['--disable-storage-reset'] : []
  const run = async () => {
    if (cache === 'cold') await emptyCache(browser)
    return runLighthouse(browser, origin + path, flags)
  }
  const name = cache ? `${path}, ${cache}` : path
  // Lighthouse occasionally fails on a busy machine: one retry.
  const runWithRetry = () => run().catch(run)
  for (let count = 0; count < runs; count += 1) results.push(await runWithRetry())
  const summarizeResults = (read: (result: Result) => number) => summarize(results.map(read))
  const scores = categories.map((id) => summarizeResults(({ categories }) => categories[id].score * 100))
  const audit = (id: keyof Result['audits'], scale = 1) =>
    summarizeResults(({ audits }) => audits[id].numericValue * scale)
  const speed = summarizeResults(({ environment }) => environment.benchmarkIndex)
  return [
    {
      label: `${name}: scores`,
      target: `≥ ${target.score} each`,
      result: scores
        .map(({ median, min, max }) => `${median.toFixed()} (${min.toFixed()}–${max.toFixed()})`)
        .join(', '),
      met: scores.every(({ median }) => Math.round(median) >= target.score),
    },
    limitRow(`${name}: Largest Contentful Paint`, 's', target.lcpSeconds, audit('largest-contentful-paint', 0.001)),
    limitRow(`${name}: Cumulative Layout Shift`, '', 0.01, audit('cumulative-layout-shift')),
    limitRow(`${name}: Total Blocking Time`, 'ms', undefined, audit('total-blocking-time')),
    limitRow(`${name}: speed of this processor (benchmarkIndex)`, '', undefined, speed),
  ]
}

async function runLighthouse({ port }: Browser, url: string, flags: string[]): Promise<Result> {
  const options = ['--quiet', '--no-enable-error-reporting', '--output=json', '--output-path=stdout']
  const args = [cli, url, `--port=${port}`, ...options, ...flags]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64_000_000 })
  return result.parse(JSON.parse(stdout))
}
