import { formatCount } from '#contract/kit/text/count.ts'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { filledPlace, firstFilledDay } from '../lab/fill.ts'
import type { Lab } from '../lab/lab.ts'
import { answersPerSecond, type Request } from '../lab/load/load.ts'
import { type Engine, onEachEngine } from '../lab/place.ts'
import { type Figure, type Row, rate, ratioRow } from '../lab/report.ts'
import { inTurn, ratios, spreadOf } from '../lab/rounds.ts'
import { startBare, startServer } from '../lab/server-process.ts'

export const connections = 20
// More than the 1,000 days that the server remembers: by the time a day's turn comes again it has been forgotten.
const forgettable = 4_000
const wanted = { PostgreSQL: 0.6, PGlite: 0.03 }

/** GET /available against a bare Fastify route that answers a constant text of the same size. */
export const available: Figure = {
  title: 'GET /available against a bare Fastify route',
  how: `Yardstick: bench/lab/load/bare.ts, one route that answers a constant text of the same size, on 20 connections as the server. One day: always the same one. 30 days in turn:
the answers are in memory. Each day asked of the database: 4,000 days in turn, more than the 1,000 that are kept in memory, so that each question is a query.`,
  limits: `the work that surrounds the answer. An answer from memory costs the server little; the security headers, the hooks of every request, reading the date and the
request's own logger cost what the bare route does not pay. From the database: one prepared query over the rule's own index, whose cost does not grow with other days' bookings.`,
  measure: measureAll,
}

async function measureAll(lab: Lab): Promise<Row[]> {
  return onEachEngine(async (engine) => [
    ...(await measure(lab, engine, 1_000)),
    ...(await measure(lab, engine, 1_000_000)),
  ])
}

/** Questions for the days from `from` on, each asked on every connection, or each on one only. */
export function questions(from: number, days: number, copies: number): Request[] {
  return Array.from({ length: days * copies }, (_, i) => {
    const date = formatMediumDate(addDays(firstFilledDay, from + Math.floor(i / copies)))
    return { method: 'GET', path: `/available?date=${encodeURIComponent(date)}` }
  })
}

async function measure(lab: Lab, engine: Engine, bookings: number): Promise<Row[]> {
  const server = await startServer(lab, await filledPlace(lab, engine, bookings))
  const [oneDay = { method: 'GET', path: '/' }] = questions(10, 1, 1)
  const text = await (await fetch(server.origin + oneDay.path)).text()
  const bare = await startBare(lab, text)
  const ask = (origin: string, requests: Request[]) => () =>
    answersPerSecond(lab, 200, { origin, connections, requests, seconds: 2.5, warmUp: 0.7 })
  const rates = await inTurn(3, {
    bare: ask(bare.origin, Array(connections).fill({ method: 'GET', path: '/' })),
    oneDay: ask(server.origin, questions(10, 1, connections)),
    thirtyDays: ask(server.origin, questions(0, 30, connections)),
    forgotten: ask(server.origin, questions(0, forgettable, 1)),
  })
  await Promise.all([server.stop(), bare.stop()])
  const name = `${engine}, ${formatCount(bookings)} bookings`
  const row = (what: string, of: number[], limit?: number) =>
    ratioRow(
      `${name}: ${what}`,
      limit,
      ratios(of, rates.bare),
      `${rate(spreadOf(of))} of ${rate(spreadOf(rates.bare))}`,
    )
  return [
    row('one day', rates.oneDay, wanted[engine]),
    row('30 days in turn', rates.thirtyDays, wanted[engine]),
    row('each day asked of the database', rates.forgotten),
  ]
}
