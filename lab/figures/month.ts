import { addDays } from '#contract/kit/time/clinic-date.ts'
import { type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { firstBookedDay, sharedBusyStore } from '../kit/populate.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { startServer } from '../kit/server-process.ts'

// The days of all of them fit the server's cache.
const months = 24

/** Measures GET /available/month, one request at a time. */
export const month: Figure = {
  title: 'GET /available/month, one request at a time',
  method: `A busy clinic with a million bookings. First request: each of ${months} months for the first time, so that the server reads the bookings and computes the free times of every
day. Again: the same months from the cache.`,
  limitedBy: 'the free times of thirty days: about 120 starts, eight treatments and five dentists a day.',
  measure: (lab) => measureOnEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const server = await startServer(lab, await sharedBusyStore(lab, engine, 1_000_000))
  const time = async (index: number) => {
    const path = `/available/month?month=${addDays(firstBookedDay, index * 31).slice(0, 7)}`
    const startedAt = performance.now()
    const response = await fetch(server.origin + path)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`)
    return performance.now() - startedAt
  }
  const measureAll = async () => {
    const times: number[] = []
    for (let index = 1; index <= months; index += 1) times.push(await time(index))
    return summarize(times)
  }
  // Lets the code be compiled before it is timed.
  for (let index = months + 1; index < months * 2; index += 1) await time(index)
  const first = await measureAll()
  const again = await measureAll()
  await server.stop()
  return [limitRow(`${engine}: first request`, 'ms', 20, first), limitRow(`${engine}: again`, 'ms', undefined, again)]
}
