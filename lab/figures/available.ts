import { formatCount } from '#contract/kit/text/count.ts'
import { addDays, addMonths, formatMediumDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import { type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { bookableDays, createBusyStore, firstBookedDay } from '../kit/populate.ts'
import { type Figure, formatRate, limitRow, type Row, ratioRow } from '../kit/report.ts'
import { measureInterleaved, type Summary, summarize, summarizeRatios } from '../kit/rounds.ts'
import { startBaseline, startServer } from '../kit/server-process.ts'
import { type Request, responsesPerSecond } from '../load/load.ts'

const connections = 20
const targets = { cached: 0.65, allDays: 0.08, uncached: 0.08, monthMs: 15, mb: { PostgreSQL: 350, PGlite: 550 } }
const months = 24
// Of which each round takes its own, after those of the months.
const [daysOfRound, daysOfMonths] = [900, 800]

/** Measures GET /available against a minimal Fastify route whose constant response has the same size. */
export const available: Figure = {
  title: 'GET /available compared with a minimal Fastify route',
  method: `Baseline: lab/load/baseline-server.ts, one route that responds with a constant text of the same size. Both get 20 connections. The clinic is
that of \`npm run seed -- busy\`: five dentists, three chairs, eight treatments; a million bookings are copies of its 4,000 on later and earlier weeks. One day: always the
same day. 30 days, 3,600 days: so many days in rotation, served from the cache. Uncached: each day once, right after the start, so that the
database is queried for a week at once. A month: the first request for each of ${months} months
in turn, right after the start. Memory: resident after all this.`,
  limitedBy: `the work around the response. A cache hit costs the server little, but unlike the baseline it pays for security headers, request hooks, date parsing and
its logger. Uncached: one prepared query on the index of the appointments’ times, then the free times of each day
are computed from the rules. Neither grows with bookings on other days.`,
  measure: (lab) =>
    measureOnEachEngine(async (engine) => [
      ...(await measure(lab, engine, 1_000)),
      ...(await measure(lab, engine, 1_000_000)),
    ]),
}

/** Returns requests for `days` days from the first booked one on. Each day is repeated `copies` times in a row: 1 gives
 *  it to one connection. */
function requestsFor(days: number, copies: number, from = 0): Request[] {
  return Array.from({ length: days * copies }, (_, i) => {
    const date = formatMediumDate(addDays(firstBookedDay, from + Math.floor(i / copies)))
    return { method: 'GET', path: `/available?date=${encodeURIComponent(date)}` }
  })
}

async function measure(lab: Lab, engine: Engine, bookings: number): Promise<Row[]> {
  const server = await startServer(lab, await createBusyStore(lab, engine, bookings))
  const oneDay = requestsFor(1, connections, 10)
  const baseline = await startBaseline(lab, await (await fetch(`${server.origin}${oneDay[0]?.path}`)).text())
  const month = await firstMonths(server.origin)
  const load = (origin: string, requests: Request[]) => () =>
    responsesPerSecond(lab, 200, { origin, connections, requests, seconds: 2.5, warmUp: 0.7 })
  const plainRoute = load(baseline.origin, Array(connections).fill({ method: 'GET', path: '/' }))
  let round = 0
  const uncached = () => {
    const requests = requestsFor(daysOfRound, 1, daysOfMonths + daysOfRound * round++)
    return responsesPerSecond(lab, 200, { origin: server.origin, connections, requests, once: true })
  }
  const first = await measureInterleaved(3, { baseline: plainRoute, uncached })
  const again = await measureInterleaved(3, {
    baseline: plainRoute,
    'one day': load(server.origin, oneDay),
    '30 days': load(server.origin, requestsFor(30, connections)),
    '3,600 days': load(server.origin, requestsFor(bookableDays, 1)),
  })
  const mb = server.residentMb()
  await Promise.all([server.stop(), baseline.stop()])
  const name = `${engine}, ${formatCount(bookings)} bookings`
  const row = <Label extends string>(
    rates: Record<Label | 'baseline', number[]>,
    label: Label,
    target: number,
    peer: string,
  ) => {
    const details = `${formatRate(summarize(rates[label]))} of ${formatRate(summarize(rates.baseline))}`
    const ratio = summarizeRatios(rates[label], rates.baseline)
    return { ...ratioRow(`${name}: ${label}`, target, ratio, details), peer }
  }
  return [
    row(first, 'uncached', targets.uncached, '1/3.3 of ours'),
    row(again, 'one day', targets.cached, '1/80 to 1/95 of ours'),
    row(again, '30 days', targets.cached, '1/80 to 1/95 of ours'),
    row(again, '3,600 days', targets.allDays, ''),
    limitRow(`${name}: a month, first request`, 'ms', targets.monthMs, month),
    limitRow(`${name}: memory`, 'MB', targets.mb[engine], summarize([mb])),
  ]
}

/** Requests each month once. Returns the milliseconds of a response. */
async function firstMonths(origin: string): Promise<Summary> {
  const times: number[] = []
  for (let ahead = 0; ahead < months; ahead += 1) {
    const month = addMonths(monthOf(firstBookedDay), ahead + 1)
    const startedAt = performance.now()
    const response = await fetch(`${origin}/available/month?month=${month}`)
    await response.text()
    times.push(performance.now() - startedAt)
    if (!response.ok) throw new Error(`the month ${month} responded ${response.status}`)
  }
  return summarize(times)
}
