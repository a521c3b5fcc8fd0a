import { filledPlace } from '../lab/fill.ts'
import type { Lab } from '../lab/lab.ts'
import { answersPerSecond } from '../lab/load/load.ts'
import { type Engine, onEachEngine } from '../lab/place.ts'
import { type Figure, limitRow, type Row } from '../lab/report.ts'
import { spreadOf } from '../lab/rounds.ts'
import { startServer } from '../lab/server-process.ts'
import { connections, questions } from './available.ts'

/** Resident memory of the server with a million bookings: when it is ready, and after questions that its cache and its database answer. */
export const memory: Figure = {
  title: 'Resident memory of the server',
  how: `With a million bookings: when /readyz answers 200, and after 8 seconds of GET /available, half of them from memory and half from the database.`,
  limits: `PGlite holds a whole PostgreSQL and its buffers in the memory of the process.`,
  measure: (lab) => onEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const server = await startServer(lab, await filledPlace(lab, engine, 1_000_000))
  const atStart = server.memory()
  for (const requests of [questions(0, 30, connections), questions(0, 4_000, 1)]) {
    const { origin } = server
    await answersPerSecond(lab, 200, { origin, connections, requests, seconds: 4, warmUp: 0 })
  }
  const afterLoad = server.memory()
  await server.stop()
  const limit = engine === 'PGlite' ? 500 : undefined
  return [
    limitRow(`${engine}, 1,000,000 bookings: after start`, 'MB', limit, spreadOf([atStart])),
    limitRow(`${engine}, 1,000,000 bookings: after load`, 'MB', limit, spreadOf([afterLoad])),
  ]
}
