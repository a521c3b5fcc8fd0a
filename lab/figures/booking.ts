import { formatCount } from '#contract/kit/text/count.ts'
import { type Clinic, deleteBookings, startClinic } from '../kit/clinic.ts'
import type { Lab } from '../kit/lab.ts'
import { createSampleStore } from '../kit/populate.ts'
import { type Figure, formatRate, type Row, ratioRow } from '../kit/report.ts'
import { measureInterleaved, summarize, summarizeRatios } from '../kit/rounds.ts'
import { bookingRequests } from '../kit/workload.ts'
import { responsesPerSecond } from '../load/load.ts'
import { createBareTable, insertsPerSecond } from '../load/pgbench.ts'

// More than one round can send, so that no request is sent twice.
const requestsPerRound = 20_000
const seconds = 3
const takenSlots = 400

/** Measures POST /booking: on PostgreSQL against pgbench inserting the same rows, on PGlite as an absolute rate; and
 *  refusals against bookings. */
export const booking: Figure = {
  title: 'POST /booking compared with pgbench',
  method: `Each request books a free slot for another patient, with that patient's token. 20 connections; every response must be 201. pgbench (-M prepared, 10 connections
like the server's pool) inserts the same rows in the same order into a bare table, which has the columns, the primary key and the exclusion constraints of bookings and
nothing else: no triggers, foreign keys, checks and other indexes.
Refusals: other patients ask for times that are taken, and each gets 409.`,
  limitedBy: `one CPU core for the server's JavaScript (HTTP, body, schema, driver); the load generator and PostgreSQL share the other. The server runs one
statement per booking, whose triggers add its charge, its notice and more. It sends NOTIFY, which makes PostgreSQL serialize commits. PGlite has one connection, so statements queue.`,
  measure: async (lab) => [...(await measureOnPostgres(lab)), ...(await measureOnPglite(lab))],
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

/** Returns a function that asks for times that are taken for one round, after it has booked them, and returns refusals
 *  per second. */
function askForTakenSlots(lab: Lab, { server: { origin }, tokens, treatments }: Clinic) {
  const taken = bookingRequests(tokens, treatments, 0, takenSlots)
  return async (): Promise<number> => {
    for (const { method, path, headers, body } of taken) {
      const response = await fetch(origin + path, { method, ...(headers && { headers }), ...(body && { body }) })
      if (response.status !== 201 && response.status !== 409) throw new Error(`booking responded ${response.status}`)
    }
    const requests = bookingRequests(tokens, treatments, 0, takenSlots, 500)
    return responsesPerSecond(lab, 409, { origin, connections: 20, requests, seconds, warmUp: 0.7 })
  }
}

function refusalRow(engine: string, rates: { refusals: number[]; bookings: number[] }): Row {
  const details = `${formatRate(summarize(rates.refusals))} of ${formatRate(summarize(rates.bookings))}`
  const ratio = summarizeRatios(rates.refusals, rates.bookings)
  return ratioRow(`${engine}: refusals compared with bookings`, 1, ratio, details)
}

async function measureOnPostgres(lab: Lab): Promise<Row[]> {
  const clinic = await startClinic(lab, 'PostgreSQL')
  const baseline = await createSampleStore(lab, 'PostgreSQL')
  const databaseUrl = baseline.databaseUrl ?? ''
  await createBareTable(databaseUrl)
  const pgbench = () => insertsPerSecond(lab, databaseUrl, seconds)
  const [bookings, refusals] = [bookFreeSlots(lab, clinic), askForTakenSlots(lab, clinic)]
  const rates = await measureInterleaved(3, { pgbench, bookings, refusals })
  await clinic.server.stop()
  const details = `${formatRate(summarize(rates.bookings))} of ${formatRate(summarize(rates.pgbench))}`
  const ratio = summarizeRatios(rates.bookings, rates.pgbench)
  const peer = '1/19 to 1/33 of ours, 1/56 to 1/70 with 100,000 bookings'
  return [
    { ...ratioRow('PostgreSQL: POST /booking compared with pgbench', 0.5, ratio, details), peer },
    refusalRow('PostgreSQL', rates),
  ]
}

async function measureOnPglite(lab: Lab): Promise<Row[]> {
  const clinic = await startClinic(lab, 'PGlite')
  const [bookings, refusals] = [bookFreeSlots(lab, clinic), askForTakenSlots(lab, clinic)]
  const rates = await measureInterleaved(3, { bookings, refusals })
  const rate = summarize(rates.bookings)
  await clinic.server.stop()
  const [median, min, max] = [rate.median, rate.min, rate.max].map((value) => formatCount(Math.round(value)))
  const result = `${median}/s (${min}–${max})`
  const row = { label: 'PGlite: POST /booking', target: '≥ 600/s', result, met: rate.median >= 600 }
  return [row, refusalRow('PGlite', rates)]
}
