import { formatCount } from '#contract/kit/text/count.ts'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { bookableDays, firstBookedDay, sharedBusyStore } from '../kit/populate.ts'
import { type Figure, formatRate, type Row, ratioRow } from '../kit/report.ts'
import { measureInterleaved, summarize, summarizeRatios } from '../kit/rounds.ts'
import { startBaseline, startServer } from '../kit/server-process.ts'
import { type Request, responsesPerSecond } from '../load/load.ts'

export const connections = 20
const targets = { cached: 0.6, uncached: { PostgreSQL: 0.05, PGlite: undefined } }

/** Measures GET /available against a minimal Fastify route whose constant response has the same size. */
export const available: Figure = {
  title: 'GET /available compared with a minimal Fastify route',
  method: `Baseline: lab/load/baseline-server.ts, one route that responds with a constant text of the same size. Both get 20 connections. The clinic is
that of \`npm run seed -- busy\`: five dentists, three chairs, eight treatments; a million bookings are copies of its 4,000 on later and earlier weeks. One day: always the
same day. 30 days: 30 days in rotation, served from the cache. Uncached: 3,600 days in rotation. The cache holds 1,000 days, so each request queries the database.`,
  limitedBy: `the work around the response. A cache hit costs the server little, but unlike the baseline it pays for security headers, request hooks, date parsing and
its logger. Uncached: one prepared query on the index of the appointments’ times, then the free times of the day
are computed from the rules. Neither grows with bookings on other days.`,
  measure: (lab) =>
    measureOnEachEngine(async (engine) => [
      ...(await measure(lab, engine, 1_000)),
      ...(await measure(lab, engine, 1_000_000)),
    ]),
}

/** Returns GET /available requests for `days` days, starting `from` days after the first booked day. Each day is repeated `copies` times
 *  in a row: 1 gives it to one connection, `connections` to all of them. */
export function availabilityRequests(from: number, days: number, copies: number): Request[] {
  return Array.from({ length: days * copies }, (_, i) => {
    const date = formatMediumDate(addDays(firstBookedDay, from + Math.floor(i / copies)))
    return { method: 'GET', path: `/available?date=${encodeURIComponent(date)}` }
  })
}

async function measure(lab: Lab, engine: Engine, bookings: number): Promise<Row[]> {
  const server = await startServer(lab, await sharedBusyStore(lab, engine, bookings))
  const [oneDay = { method: 'GET', path: '/' }] = availabilityRequests(10, 1, 1)
  const text = await (await fetch(server.origin + oneDay.path)).text()
  const baseline = await startBaseline(lab, text)
  const load = (origin: string, requests: Request[]) => () =>
    responsesPerSecond(lab, 200, { origin, connections, requests, seconds: 2.5, warmUp: 0.7 })
  const rates = await measureInterleaved(3, {
    baseline: load(baseline.origin, Array(connections).fill({ method: 'GET', path: '/' })),
    oneDay: load(server.origin, availabilityRequests(10, 1, connections)),
    thirtyDays: load(server.origin, availabilityRequests(0, 30, connections)),
    uncached: load(server.origin, availabilityRequests(0, bookableDays, 1)),
  })
  await Promise.all([server.stop(), baseline.stop()])
  const row = (label: string, rate: number[], target?: number) =>
    ratioRow(
      `${engine}, ${formatCount(bookings)} bookings: ${label}`,
      target,
      summarizeRatios(rate, rates.baseline),
      `${formatRate(summarize(rate))} of ${formatRate(summarize(rates.baseline))}`,
    )
  return [
    row('one day', rates.oneDay, targets.cached),
    row('30 days', rates.thirtyDays, targets.cached),
    row('uncached', rates.uncached, targets.uncached[engine]),
  ]
}
