import { z } from 'zod'
import { totalHeader } from '#contract/kit/list.ts'
import type { DataStore } from '../kit/data-store.ts'
import { withClient } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { summarize } from '../kit/rounds.ts'
import { publicUrl, startApi } from '../kit/server-process.ts'
import { runMixApart } from '../load/mix-apart.ts'
import { type ExportTimes, measureExports } from './exports.ts'
import type { Size } from './fill/clinic.ts'
import { signedInPeople } from './people.ts'
import { type Call, type Clinic, screensOf } from './screens.ts'

/** Times of a call in ms. */
export type ScreenTimes = { name: string; median: number; slowest: number }

/** Megabytes of the table of bookings, of its indexes and of the other tables; the counts of rows. */
export type Space = { bookings: number; patients: number; tableMb: number; indexesMb: number; othersMb: number }

/** Bookings a second and the 99th percentile of their times in ms, alone and beside VACUUM; `vacuumSeconds` of a VACUUM
 *  afterwards. */
export type Load = { perSecond: number; p99: number; p99WithVacuum: number; vacuumSeconds: number }

const warmUps = 2
const connections = 20

/** Returns what the tables of a database need on disk. */
export function measureSpace(databaseUrl: string): Promise<Space> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Space>(`
      SELECT (SELECT count(*)::int FROM booking) AS bookings, (SELECT count(*)::int FROM "user") AS patients,
        pg_table_size('booking')::float8 / 1e6 AS "tableMb", pg_indexes_size('booking')::float8 / 1e6 AS "indexesMb",
        (SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND relname <> 'booking') / 1e6 AS "othersMb"`)
    if (!rows[0]) throw new Error('the database does not answer')
    return rows[0]
  })
}

/** Starts a server on a filled database and measures the calls of all screens, `repeats` times each, bookings for
 *  `seconds`, and exports of what the clinic has, of ten years at most. `log` gets a line for each. */
export async function measureClinic(
  lab: Lab,
  store: DataStore,
  size: Size,
  {
    repeats,
    seconds,
    withExports,
    log,
  }: { repeats: number; seconds: number; withExports: boolean; log: (line: string) => void },
): Promise<{ screens: ScreenTimes[]; exports: ExportTimes[]; load: Load }> {
  const server = await startApi(lab, store)
  const clinic = await readClinic(server.origin, store.databaseUrl ?? '', size)
  const screens: ScreenTimes[] = []
  for (const { name, call } of screensOf(clinic)) {
    const times: number[] = []
    for (let at = 0; at < warmUps + repeats; at += 1) times.push(await timeOf(server.origin, call(at)))
    const { median, max } = summarize(times.slice(warmUps))
    screens.push({ name, median, slowest: max })
    log(`  ${name}: ${median.toFixed(0)} ms, at most ${max.toFixed(0)}`)
  }
  const load = await measureLoad(lab, store.databaseUrl ?? '', server.origin, clinic, seconds)
  log(`  Bookings: ${JSON.stringify(load)}`)
  const exports = withExports ? await measureExports(server, clinic, log) : []
  await server.stop()
  return { screens, exports, load }
}

async function readClinic(origin: string, databaseUrl: string, size: Size): Promise<Clinic> {
  const people = await signedInPeople(databaseUrl)
  const asAdmin = { headers: { authorization: people.admin.authorization, origin: publicUrl } }
  const calendar = (await (await fetch(`${origin}/calendar`, asAdmin)).json()) as Clinic['calendar']
  const { headers } = await fetch(`${origin}/user?limit=1`, asAdmin)
  const feeds: string[] = []
  for (const { _id } of calendar.doctors) {
    const response = await fetch(`${origin}/calendar/feed/doctor/${_id}`, { method: 'PUT', ...asAdmin })
    feeds.push(new URL(z.object({ url: z.string() }).parse(await response.json()).url).pathname)
  }
  return { size, ...people, users: Number(headers.get(totalHeader)), calendar, feeds }
}

/** Sends a call and returns the time until its whole answer is there.
 *  @throws Error unless it is answered with 200 */
async function timeOf(origin: string, { method = 'GET', path, body, person }: Call): Promise<number> {
  const headers = {
    origin: publicUrl,
    ...(person && { authorization: person.authorization }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const startedAt = performance.now()
  const response = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
  return performance.now() - startedAt
}

async function measureLoad(
  lab: Lab,
  databaseUrl: string,
  origin: string,
  { patients }: Clinic,
  seconds: number,
): Promise<Load> {
  const treatments = (await (await fetch(`${origin}/service`)).json()) as {
    _id: string
    price: number
    slots: string[]
  }[]
  let from = 0
  const book = async (forSeconds: number) => {
    const shares = { book: 20, list: 0 }
    const mix = { origin, publicUrl, connections, seconds: forSeconds, patients, treatments, from, shares }
    const { errors, refused, kinds } = await runMixApart(lab, mix)
    from += 5_000
    const { count, p99 } = kinds.book
    // A patient may have an appointment at that time already.
    const failed = refused + errors - (kinds.book.errors['409'] ?? 0)
    if (failed > 0 || count === 0) throw new Error(`bookings failed: ${JSON.stringify(kinds)}`)
    return { perSecond: count / forSeconds, p99 }
  }
  await book(Math.min(2, seconds))
  const { perSecond, p99 } = await book(seconds)
  const stopVacuum = startSlowVacuum(databaseUrl)
  const { p99: p99WithVacuum } = await book(seconds)
  await stopVacuum()
  return { perSecond, p99, p99WithVacuum, vacuumSeconds: await timeVacuum(databaseUrl) }
}

/** Runs VACUUM on the bookings, at the pace of autovacuum, until the returned function is called. */
function startSlowVacuum(databaseUrl: string): () => Promise<void> {
  let isOver = false
  let backend = 0
  const running = withClient(databaseUrl, async (client) => {
    await client.query(`SET vacuum_cost_delay = '2ms'`)
    backend = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0
    while (!isOver) await client.query('VACUUM (INDEX_CLEANUP ON) booking')
  }).catch((error) => {
    if (!isOver) throw error
  })
  return async () => {
    isOver = true
    await withClient(databaseUrl, (client) => client.query('SELECT pg_cancel_backend($1)', [backend]))
    await running
  }
}

function timeVacuum(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const startedAt = performance.now()
    await client.query('VACUUM (INDEX_CLEANUP ON) booking')
    return (performance.now() - startedAt) / 1_000
  })
}
