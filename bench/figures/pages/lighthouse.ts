import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import type { Lab } from '#bench/lab/lab.ts'
import { type Figure, limitRow, type Row } from '#bench/lab/report.ts'
import { spreadOf } from '#bench/lab/rounds.ts'
import { startSite } from '#bench/lab/server-process.ts'
import { pages } from '#contract/site/pages.ts'
import { signUp } from '#e2e/support/people.ts'
import { findChromium } from '#scripts/setup/machine/chromium.mjs'
import { chromiumArgs } from '#testbed/chromium-args.ts'

const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
const cli = join(import.meta.dirname, '../../lighthouse', 'node_modules', 'lighthouse', 'cli', 'index.js')
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** What is wanted of a page: each category's score, and the seconds to its largest paint. */
type Wanted = { score: number; largestPaint?: number }
const publicPages = [pages.home, pages.about, pages.login, pages.signup]
const best: Wanted = { score: 100, largestPaint: 1.5 }

/** Lighthouse's scores of the public pages and of the appointment page, as a phone on a slow network sees them. */
export const lighthouse: Figure = {
  title: 'Lighthouse',
  how: `Lighthouse 13 (bench/lighthouse) as it is by default: a mid-range phone on slow 4G, simulated, from an empty cache; ${runs} runs a page, LIGHTHOUSE_RUNS sets how many.
The scores are performance, accessibility, best practices and SEO. The appointment page is visited by somebody who signed in in that browser before.`,
  limits:
    'what has to come before the largest paint: the page, its style sheet and its font; on the appointment page also the app.',
  measure,
}

async function measure(lab: Lab): Promise<Row[]> {
  const { origin, stop } = await startSite(lab, lab.folder())
  const rows: Row[] = []
  const visitor = await openChromium(lab)
  for (const path of publicPages) rows.push(...(await judge(visitor, origin + path, path, best)))
  await visitor.close()
  const member = await openChromium(lab)
  await signIn(member, origin)
  const kept = ['--disable-storage-reset']
  rows.push(...(await judge(member, origin + pages.appointment, pages.appointment, { score: 95 }, kept)))
  await member.close()
  await stop()
  return rows
}

type Browser = { port: number; close: () => Promise<void> }

/** A Chromium with a profile of its own, which listens to Lighthouse on `port`. */
async function openChromium(lab: Lab): Promise<Browser> {
  const profile = lab.folder()
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const child = lab.own(spawn(findChromium() ?? '', [...chromiumArgs, ...own], { stdio: 'ignore' }))
  const told = join(profile, 'DevToolsActivePort')
  while (!existsSync(told) || !readFileSync(told, 'utf8').includes('\n')) {
    if (child.exitCode !== null) throw new Error(`Chromium ended at its start (${child.exitCode})`)
    await sleep(50)
  }
  return {
    port: Number(readFileSync(told, 'utf8').split('\n')[0]),
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    },
  }
}

/** Leaves the browser signed in: with its cookie, its token and its record of who that is. */
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

async function judge(
  browser: Browser,
  url: string,
  name: string,
  wanted: Wanted,
  flags: string[] = [],
): Promise<Row[]> {
  const results: Result[] = []
  // On a busy machine a run may fail; it is done once more.
  const runOrAgain = () => runOnce(browser, url, flags).catch(() => runOnce(browser, url, flags))
  for (let run = 0; run < runs; run += 1) results.push(await runOrAgain())
  const spread = (of: (result: Result) => number) => spreadOf(results.map(of))
  const scores = categories.map((one) => spread((found) => found.categories[one].score * 100))
  const metric = (id: keyof Result['audits']) => (found: Result) => found.audits[id].numericValue
  return [
    {
      what: `${name}: scores`,
      wanted: `≥ ${wanted.score} each`,
      got: scores
        .map(({ median, least, most }) => `${median.toFixed()} (${least.toFixed()}–${most.toFixed()})`)
        .join(', '),
      reached: scores.every(({ median }) => Math.round(median) >= wanted.score),
    },
    limitRow(
      `${name}: largest paint`,
      's',
      wanted.largestPaint,
      spread((found) => metric('largest-contentful-paint')(found) / 1000),
    ),
    limitRow(`${name}: layout shift`, '', 0.01, spread(metric('cumulative-layout-shift'))),
    limitRow(`${name}: blocked`, 'ms', undefined, spread(metric('total-blocking-time'))),
  ]
}

async function runOnce({ port }: Browser, url: string, flags: string[]): Promise<Result> {
  const quiet = ['--quiet', '--no-enable-error-reporting', '--output=json', '--output-path=stdout']
  const args = [cli, url, `--port=${port}`, ...quiet, ...flags]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64_000_000 })
  return result.parse(JSON.parse(stdout))
}
