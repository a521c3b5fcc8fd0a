import { pages } from '#contract/site/pages.ts'
import type { Lab } from '../kit/lab.ts'
import { type Browser, type Cache, openChromium, type Report, runLighthouse } from '../kit/lighthouse.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { startSite } from '../kit/server-process.ts'

const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
const ofMembers = ['performance', 'accessibility', 'best-practices'] as const
const categories = [...ofMembers, 'seo'] as const

type Target = { categories: readonly (typeof categories)[number][]; maxLcpSeconds: number }
const publicPage: Target = { categories, maxLcpSeconds: 1.5 }
// Search engines are told not to list them.
const membersPage: Target = { categories: ofMembers, maxLcpSeconds: 1.8 }
const minScore = 100

type Visit = { browser: Browser; path: string; target: Target; cache?: Cache }

/** Measures Lighthouse scores of the public pages and the appointment page, emulating a phone on a slow network. */
export const lighthouse: Figure = {
  title: 'Lighthouse',
  method: `Lighthouse 13 (lab/lighthouse) with its default settings: a mid-range phone on simulated slow 4G, with an empty cache unless a row says warm. ${runs} runs per page (LIGHTHOUSE_RUNS).
Scores are performance, accessibility, best practices and, of public pages, SEO. The appointment page, My Appointments and the payment are opened in a browser that is signed in: cold, with an empty cache,
as for somebody who comes back after weeks, in turn with the landing page, and warm, with the scripts of an earlier visit. benchmarkIndex is Lighthouse's own measure of the processor: below 1,000 its scores are too low.`,
  limitedBy: 'everything that loads before the Largest Contentful Paint: the page, its style sheet and its font.',
  measure,
}

async function measure(lab: Lab): Promise<Row[]> {
  const { origin, stop } = await startSite(lab, lab.createFolder())
  const rows: Row[] = []
  const measureInTurn = async (...visits: Visit[]) => {
    const reports = visits.map((): Report[] => [])
    for (let run = 0; run < runs; run += 1) {
      for (const [n, { browser, path, cache }] of visits.entries())
        reports[n]?.push(await runLighthouse(browser, origin + path, cache))
    }
    for (const [n, { path, target, cache }] of visits.entries())
      rows.push(...rowsOf(cache ? `${path}, ${cache}` : path, reports[n] ?? [], target))
  }
  const [visitor, member] = [await openChromium(), await openChromium(origin)]
  const visit = (path: string): Visit => ({ browser: visitor, path, target: publicPage })
  const visitSignedIn = (path: string, cache: Cache): Visit => ({ browser: member, path, target: membersPage, cache })
  for (const path of [pages.about, pages.login, pages.signup]) await measureInTurn(visit(path))
  const payment = pages.payment.replace(':id', 'all')
  const cold = [pages.appointment, pages.dashboard, payment].map((path) => visitSignedIn(path, 'cold'))
  await measureInTurn(visit(pages.home), ...cold)
  for (const path of [pages.appointment, pages.dashboard]) await measureInTurn(visitSignedIn(path, 'warm'))
  await Promise.all([visitor.close(), member.close()])
  await stop()
  return rows
}

function rowsOf(name: string, reports: Report[], { categories, maxLcpSeconds }: Target): Row[] {
  const sum = (read: (report: Report) => number) => summarize(reports.map(read))
  const scores = categories.map((id) => sum((report) => report.categories[id].score * 100))
  const result = scores.map(({ median, min, max }) => `${median.toFixed()} (${min.toFixed()}–${max.toFixed()})`)
  const met = scores.every(({ median }) => Math.round(median) >= minScore)
  const audit = (id: keyof Report['audits'], scale = 1) => sum(({ audits }) => audits[id].numericValue * scale)
  return [
    { label: `${name}: scores`, target: `≥ ${minScore} each`, result: result.join(', '), met },
    limitRow(`${name}: Largest Contentful Paint`, 's', maxLcpSeconds, audit('largest-contentful-paint', 0.001)),
    limitRow(`${name}: Cumulative Layout Shift`, '', 0.01, audit('cumulative-layout-shift')),
    limitRow(`${name}: Total Blocking Time`, 'ms', undefined, audit('total-blocking-time')),
    limitRow(
      `${name}: benchmarkIndex`,
      '',
      undefined,
      sum(({ environment }) => environment.benchmarkIndex),
    ),
  ]
}
