import { type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { bookableDays, sharedBusyStore } from '../kit/populate.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { startServer } from '../kit/server-process.ts'
import { responsesPerSecond } from '../load/load.ts'
import { availabilityRequests, connections } from './available.ts'

const maxRounds = 12

/** Measures the server's resident memory with a million bookings: when it is ready, and once load on its cache and its database lets it grow no more. */
export const memory: Figure = {
  title: 'Resident memory of the server',
  method: `With 1,000,000 bookings: when /readyz responds with 200, and at its plateau. Rounds of 8 seconds of GET /available, half of them cache hits and half database queries,
are repeated until the last three differ by less than 5 %, ${maxRounds} at most.`,
  limitedBy: 'PGlite, which runs a whole PostgreSQL with its buffers in the memory of the process.',
  measure: (lab) => measureOnEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const server = await startServer(lab, await sharedBusyStore(lab, engine, 1_000_000))
  const afterStart = server.residentMb()
  const afterRounds: number[] = []
  while (afterRounds.length < maxRounds && !isPlateau(afterRounds)) {
    await loadOnce(lab, server.origin)
    afterRounds.push(server.residentMb())
  }
  await server.stop()
  const limit = engine === 'PGlite' ? 500 : undefined
  return [
    limitRow(`${engine}, 1,000,000 bookings: after start`, 'MB', limit, summarize([afterStart])),
    limitRow(
      `${engine}, 1,000,000 bookings: ${isPlateau(afterRounds) ? 'plateau' : 'still growing'} after ${afterRounds.length} rounds`,
      'MB',
      limit,
      summarize(afterRounds.slice(-3)),
    ),
  ]
}

async function loadOnce(lab: Lab, origin: string) {
  for (const requests of [availabilityRequests(0, 30, connections), availabilityRequests(0, bookableDays, 1)]) {
    await responsesPerSecond(lab, 200, { origin, connections, requests, seconds: 4, warmUp: 0 })
  }
}

function isPlateau(megabytes: number[]) {
  const last = megabytes.slice(-3)
  return last.length === 3 && Math.max(...last) < Math.min(...last) * 1.05
}
