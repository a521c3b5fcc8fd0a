import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#testbed/free-port.ts'
import { type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab, Measure } from '../kit/lab.ts'
import { createSampleStore } from '../kit/populate.ts'
import { publicUrl, startServer } from '../kit/server-process.ts'
import { peopleOf, runMixApart } from '../load/mix-apart.ts'
import { openHeap } from './heap.ts'
import { chartOf, type Sample, sampleProcess, slopeOf } from './sample.ts'

type HeapSample = Sample & { heapMb: number }

const connections = 20
/** Caches fill and code is compiled meanwhile. */
const warmUpShare = 0.4
/** The largest slopes that count as flat, per minute. A heap that keeps 50 bytes of each of 500 requests a second grows
 *  by 1.4 MB. Resident memory also varies with the garbage collector, and on PGlite with PostgreSQL's buffers. A leak
 *  of descriptors is at least one a minute. */
const bounds = { heapMb: 1, residentMb: 5, files: 1, sockets: 1 } as const

/** npm run soak [-- SECONDS]: loads the server on each engine for ten minutes, and checks that memory and open files
 *  stay flat. */
export const measure: Measure = async (lab, [seconds = 600]) => {
  if (process.platform !== 'linux') return ['npm run soak needs Linux, whose /proc tells what a process uses.']
  return measureOnEachEngine((engine) => soak(lab, engine, Number(seconds)))
}

async function soak(lab: Lab, engine: Engine, seconds: number): Promise<string[]> {
  const intervalMs = Math.min(5_000, (seconds * 1_000) / 20)
  const port = await freePort()
  const store = await createSampleStore(lab, engine)
  const server = await startServer(lab, store, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` })
  const heap = await openHeap(port)
  const { origin } = server
  const mix = runMixApart(lab, { origin, publicUrl, ...(await peopleOf(origin)), connections, seconds })
  const samples: HeapSample[] = []
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1_000
  while (elapsed() < seconds - intervalMs / 1_000) {
    await sleep(intervalMs)
    samples.push({ ...sampleProcess(server.pid, elapsed()), heapMb: await heap.usedMb() })
  }
  const { perSecond, errors, refused } = await mix
  heap.close()
  await server.stop()
  console.log(
    `\n${engine}: ${seconds} s, ${perSecond.toFixed(0)} answers/s, ${errors + refused} errors, ${samples.length} samples`,
  )
  const failures = (Object.keys(bounds) as (keyof typeof bounds)[]).flatMap((name) => report(engine, name, samples))
  return errors + refused > 0 ? [...failures, `${engine}: ${errors + refused} errors`] : failures
}

/** Prints a chart and the slope after the warm-up. Returns what is not flat. */
function report(engine: Engine, name: keyof typeof bounds, samples: HeapSample[]): string[] {
  const settled = samples.slice(Math.floor(samples.length * warmUpShare))
  const slope = slopeOf(settled.map((sample) => ({ x: sample.seconds / 60, y: sample[name] })))
  const values = samples.map((sample) => sample[name])
  const range = `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`
  console.log(
    `${name.padEnd(11)} ${chartOf(values)} ${range}, ${slope.toFixed(2)} a minute (flat: under ${bounds[name]})`,
  )
  return slope >= bounds[name] ? [`${engine}: ${name} grows by ${slope.toFixed(2)} a minute`] : []
}
