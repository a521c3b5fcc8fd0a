import { formatCount } from '#contract/kit/text/count.ts'
import { type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { createSampleStore } from '../kit/populate.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { publicUrl, startServer } from '../kit/server-process.ts'
import { mixRows } from '../load/mix.ts'
import { peopleOf, type RunMix, runMixApart } from '../load/mix-apart.ts'
import { burstRatios } from '../load/sign-ups.ts'

const seconds = Number(process.env.LOAD_SECONDS ?? 60)
// With the limits of production. Each request comes from an address of its own, as a trusted proxy reports it.
const settings = { RATE_LIMIT: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'silent' }
/** What the server holds, and ten times that. */
const [normal, held, tooMany] = [50, 500, 5_000]
const rounds = 3

/** Measures a mix of reads and bookings, what happens beyond what the server holds, and what a burst of sign-ups costs
 *  others. */
export const load: Figure = {
  title: 'Load, overload and a burst of sign-ups',
  method: `80 % GET /available, 15 % GET /booking, 5 % POST /booking, each with its cancellation, in a closed loop for ${seconds} s with the rate limits on; each
request comes from another address. Overload: ${formatCount(tooMany)} connections, most of which book or list, for a sixth of the time. Afterwards: 50 connections, seconds 3 to 6 after it. Burst:
200 connections sign up from one address, ${rounds} rounds with and without.`,
  measure: (lab) => measureOnEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const { origin, residentMb, stop } = await startServer(lab, await createSampleStore(lab, engine), settings)
  const people = await peopleOf(origin)
  let from = 0
  const run: RunMix = (overrides) => {
    from += 30_000
    return runMixApart(lab, { origin, publicUrl, ...people, from, spread: true, ...overrides })
  }
  await run({ connections: normal, seconds: 3 })
  const few = await run({ connections: normal, seconds })
  const many = await run({ connections: held, seconds })
  const memoryBefore = residentMb()
  const over = await run({ connections: tooMany, seconds: seconds / 6, shares: { book: 4, list: 8 } })
  await run({ connections: normal, seconds: 3 })
  const after = await run({ connections: normal, seconds: 3 })
  const memory = residentMb() / memoryBefore
  const burst = await burstRatios(run, { connections: normal, seconds: Math.max(3, seconds / 10) }, origin, rounds)
  await stop()
  const p99 = after.kinds.available.p99 / few.kinds.available.p99
  return [
    ...mixRows(`${engine}, ${normal} connections`, few),
    ...mixRows(`${engine}, ${held} connections`, many),
    ...mixRows(`${engine}, ${formatCount(tooMany)} connections`, over, { mayRefuse: true }),
    limitRow(`${engine}, p99 of reads afterwards to before`, '', 2, summarize([p99])),
    limitRow(`${engine}, memory after overload to before`, '', 2, summarize([memory])),
    limitRow(`${engine}, p99 of reads and bookings with a burst of sign-ups to without`, '', 3, summarize(burst)),
  ]
}
