import { createDataStore, type DataStore, type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { startServer } from '../kit/server-process.ts'

/** Measures the seconds from process start until /readyz responds with 200, on an empty and on an initialized data
 *  store. */
export const start: Figure = {
  title: 'Startup time until /readyz responds with 200',
  method:
    'Cold: an empty DATA_DIR and an empty database, 3 starts. Warm: DATA_DIR and database of an earlier start, 5 starts.',
  limitedBy:
    'reading the code and its packages. PGlite also compiles PostgreSQL to machine code and, when cold, creates its files.',
  measure: (lab) => measureOnEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < 3; round += 1) cold.push(await secondsToReady(lab, await createDataStore(lab, engine)))
  const initialized = await createDataStore(lab, engine)
  await secondsToReady(lab, initialized)
  for (let round = 0; round < 5; round += 1) warm.push(await secondsToReady(lab, initialized))
  return [
    limitRow(`${engine}: cold`, 's', undefined, summarize(cold)),
    limitRow(`${engine}: warm`, 's', 2, summarize(warm)),
  ]
}

async function secondsToReady(lab: Lab, store: DataStore) {
  const server = await startServer(lab, store)
  await server.stop()
  return server.secondsToReady
}
