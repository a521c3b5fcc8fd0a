import { setTimeout as sleep } from 'node:timers/promises'
import { createDataStore, type DataStore, type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { startServer } from '../kit/server-process.ts'

const restSeconds = 5
const targets = { PostgreSQL: { seconds: 0.45, mb: 150 }, PGlite: { seconds: 0.9, mb: undefined } }

/** Measures the seconds from process start until /readyz responds with 200, on an empty and on an initialized data
 *  store, and the resident memory of a server that nobody uses. */
export const start: Figure = {
  title: 'Startup time until /readyz responds with 200, and memory at rest',
  method: `Cold: an empty DATA_DIR and an empty database, 3 starts. Warm: DATA_DIR and database of an earlier start, 5 starts. At rest: the resident memory
${restSeconds} seconds after each warm start, without demo mode.`,
  limitedBy: `running the code: reading it takes a tenth of the time. PGlite also compiles PostgreSQL to machine code and, when cold, creates its files; its
memory is that of a whole PostgreSQL.`,
  measure: (lab) => measureOnEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const cold: number[] = []
  const warm: number[] = []
  const rest: number[] = []
  for (let round = 0; round < 3; round += 1)
    cold.push((await startOnce(lab, await createDataStore(lab, engine))).seconds)
  const initialized = await createDataStore(lab, engine)
  await startOnce(lab, initialized)
  for (let round = 0; round < 5; round += 1) {
    const { seconds, mb } = await startOnce(lab, initialized, restSeconds)
    warm.push(seconds)
    rest.push(mb)
  }
  const { seconds, mb } = targets[engine]
  return [
    limitRow(`${engine}: cold`, 's', undefined, summarize(cold)),
    { ...limitRow(`${engine}: warm`, 's', seconds, summarize(warm)), peer: '0.2 s, its database running' },
    { ...limitRow(`${engine}: at rest`, 'MB', mb, summarize(rest)), peer: '152 MB with its database' },
  ]
}

async function startOnce(lab: Lab, store: DataStore, rest = 0) {
  const server = await startServer(lab, store)
  await sleep(rest * 1_000)
  const mb = server.residentMb()
  await server.stop()
  return { seconds: server.secondsToReady, mb }
}
