import type { Lab } from './lab.ts'
import { type Engine, emptyPlace, engines, type Place } from './place.ts'
import { limitRow, type Row } from './report.ts'
import { spreadOf } from './rounds.ts'
import { startServer } from './server-process.ts'

/** Seconds from the start of the process to the first 200 of /readyz: where there is nothing yet, and where all is prepared. */
export async function start(lab: Lab): Promise<Row[]> {
  const rows: Row[] = []
  for (const engine of engines) rows.push(...(await measure(lab, engine)))
  return rows
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const cold: number[] = []
  const warm: number[] = []
  let place: Place = await emptyPlace(lab, engine)
  for (let round = 0; round < 3; round += 1) {
    place = await emptyPlace(lab, engine)
    cold.push(await secondsToReady(lab, place))
  }
  for (let round = 0; round < 5; round += 1) warm.push(await secondsToReady(lab, place))
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
