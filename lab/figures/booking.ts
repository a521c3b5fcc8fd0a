import { formatCount } from '#contract/kit/text/count.ts'
import { type Clinic, deleteBookings, startClinic } from '../kit/clinic.ts'
import type { Lab } from '../kit/lab.ts'
import { createSampleStore } from '../kit/populate.ts'
import { type Figure, formatRate, type Row, ratioRow } from '../kit/report.ts'
import { measureInterleaved, summarize, summarizeRatios } from '../kit/rounds.ts'
import { bookingRequests } from '../kit/workload.ts'
import { responsesPerSecond } from '../load/load.ts'
import { insertsPerSecond } from '../load/pgbench.ts'

// More than one round can send, so that no request is sent twice.
const requestsPerRound = 20_000
const seconds = 3

/** Measures POST /booking: on PostgreSQL against pgbench inserting the same rows, on PGlite as an absolute rate. */
export const booking: Figure = {
  title: 'POST /booking compared with pgbench',
  method: `Each request books a free slot for another patient, with that patient's token. 20 connections; every response must be 201. pgbench (-M prepared, 10 connections
like the server's pool) inserts the same rows in the same order into the same table, with the same constraints and triggers, in its own database without listeners.`,
  limitedBy: `one CPU core for the server's JavaScript (HTTP, body, schema, driver); the load generator and PostgreSQL share the other. Server and pgbench both run one
statement per booking. Each insert sends NOTIFY, which makes PostgreSQL serialize commits; pgbench pays for that too. PGlite has one connection, so statements queue.`,
  measure: async (lab) => [await measureOnPostgres(lab), await measureOnPglite(lab)],
}

/** Returns a function that books free slots for one round and returns bookings per second. */
function bookFreeSlots(lab: Lab, { server: { origin }, store, tokens, treatments }: Clinic) {
  let from = 0
  return async (): Promise<number> => {
    await deleteBookings(store)
    const requests = bookingRequests(tokens, treatments, from, requestsPerRound)
    from += requestsPerRound
    return responsesPerSecond(lab, 201, { origin, connections: 20, requests, seconds, warmUp: 0.7 })
  }
}

async function measureOnPostgres(lab: Lab): Promise<Row> {
  const clinic = await startClinic(lab, 'PostgreSQL')
  // No server listens on pgbench's database, so that notifications don't slow pgbench down.
  const baseline = await createSampleStore(lab, 'PostgreSQL')
  const pgbench = async () => {
    await deleteBookings(baseline)
    return insertsPerSecond(lab, baseline.databaseUrl ?? '', seconds)
  }
  const rates = await measureInterleaved(3, { pgbench, server: bookFreeSlots(lab, clinic) })
  await clinic.server.stop()
  const details = `${formatRate(summarize(rates.server))} of ${formatRate(summarize(rates.pgbench))}`
  const ratio = summarizeRatios(rates.server, rates.pgbench)
  return ratioRow('PostgreSQL: POST /booking compared with pgbench', 0.6, ratio, details)
}

async function measureOnPglite(lab: Lab): Promise<Row> {
  const clinic = await startClinic(lab, 'PGlite')
  const rate = summarize((await measureInterleaved(3, { server: bookFreeSlots(lab, clinic) })).server)
  await clinic.server.stop()
  const [median, min, max] = [rate.median, rate.min, rate.max].map((value) => formatCount(Math.round(value)))
  const result = `${median}/s (${min}–${max})`
  return { label: 'PGlite: POST /booking', target: '≥ 800/s', result, met: rate.median >= 800 }
}
