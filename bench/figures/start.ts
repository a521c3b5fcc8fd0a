import type { Lab } from '../lab/lab.ts'
import { type Engine, emptyPlace, onEachEngine, type Place } from '../lab/place.ts'
import { type Figure, limitRow, type Row } from '../lab/report.ts'
import { spreadOf } from '../lab/rounds.ts'
import { startServer } from '../lab/server-process.ts'

/** Seconds from the start of the process to the first 200 of /readyz: where there is nothing yet, and where all is prepared. */
export const start: Figure = {
  title: 'Seconds from process start to /readyz',
  how: `Cold: an empty DATA_DIR and an empty database, three times. Warm: the same again, five times.`,
  limits: `reading the program and its packages; on PGlite also compiling PostgreSQL to machine code and, cold, making its files.`,
  measure: (lab) => onEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < 3; round += 1) cold.push(await secondsToReady(lab, await emptyPlace(lab, engine)))
  const prepared = await emptyPlace(lab, engine)
  await secondsToReady(lab, prepared)
  for (let round = 0; round < 5; round += 1) warm.push(await secondsToReady(lab, prepared))
  return [
    limitRow(`${engine}: cold`, 's', undefined, spreadOf(cold)),
    limitRow(`${engine}: warm`, 's', 2, spreadOf(warm)),
  ]
}

async function secondsToReady(lab: Lab, place: Place) {
  const server = await startServer(lab, place)
  await server.stop()
  return server.secondsToReady
}
