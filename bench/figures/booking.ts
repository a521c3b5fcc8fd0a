import { formatCount } from '#contract/kit/text/count.ts'
import { type Clinic, emptyBookings, openClinic } from '../lab/clinic.ts'
import { newPlace } from '../lab/fill.ts'
import type { Lab } from '../lab/lab.ts'
import { answersPerSecond } from '../lab/load/load.ts'
import { insertsPerSecond } from '../lab/load/pgbench.ts'
import { bookingRequests } from '../lab/patients.ts'
import { type Figure, type Row, rate, ratioRow } from '../lab/report.ts'
import { inTurn, ratios, spreadOf } from '../lab/rounds.ts'

export const connections = 20
// More than can be made in a round: none of them may be asked for twice.
const bookingsARound = 20_000
const seconds = 3

/** POST /booking against pgbench inserting the same row into the same table of the same PostgreSQL; and on PGlite for itself.
 *  pgbench has a database to itself, where nobody listens for changes, so that the server's listening costs it nothing. */
export const booking: Figure = {
  title: 'POST /booking against pgbench',
  how: `Each request is another patient's, with a token, for a slot that is free; 20 connections, all must be answered 201. pgbench (-M prepared, 10 connections as the server's pool)
inserts the same rows in the same order into the same table, in a database of its own where nobody listens for changes.`,
  limits: `one core for the server's JavaScript (HTTP, body, schema, driver), while the load generator and PostgreSQL share the other; the statement is one, as pgbench's. Every insert tells
the other instances with NOTIFY, for which PostgreSQL lets transactions commit one after another: pgbench pays for that too. PGlite has one connection; statements queue.`,
  measure: measureAll,
}

async function measureAll(lab: Lab): Promise<Row[]> {
  return [await onPostgres(lab), await onPglite(lab)]
}

/** Books again and again, each time a slot that is free. */
export function bookAll(lab: Lab, { server, tokens, offers }: Clinic) {
  let from = 0
  return (): Promise<number> => {
    const requests = bookingRequests(tokens, offers, from, bookingsARound)
    from += bookingsARound
    return answersPerSecond(lab, 201, { origin: server.origin, connections, requests, seconds, warmUp: 0.7 })
  }
}

async function onPostgres(lab: Lab): Promise<Row> {
  const clinic = await openClinic(lab, 'PostgreSQL')
  const yardstick = await newPlace(lab, 'PostgreSQL')
  const bookAgain = bookAll(lab, clinic)
  const rates = await inTurn(3, {
    pgbench: async () => {
      await emptyBookings(yardstick)
      return insertsPerSecond(lab, yardstick.databaseUrl ?? '', seconds)
    },
    server: async () => {
      await emptyBookings(clinic.place)
      return bookAgain()
    },
  })
  await clinic.server.stop()
  const beside = `${rate(spreadOf(rates.server))} of ${rate(spreadOf(rates.pgbench))}`
  return ratioRow('PostgreSQL: POST /booking against pgbench', 0.6, ratios(rates.server, rates.pgbench), beside)
}

async function onPglite(lab: Lab): Promise<Row> {
  const clinic = await openClinic(lab, 'PGlite')
  const { server } = await inTurn(3, { server: bookAll(lab, clinic) })
  await clinic.server.stop()
  const { median, least, most } = spreadOf(server)
  const [middle, low, high] = [median, least, most].map((value) => formatCount(Math.round(value)))
  return {
    what: 'PGlite: POST /booking',
    wanted: '≥ 1,500/s',
    got: `${middle}/s (${low}–${high})`,
    reached: median >= 1_500,
  }
}
