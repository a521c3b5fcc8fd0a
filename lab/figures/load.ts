import { formatCount } from '#contract/kit/text/count.ts'
import { type Engine, measureOnEachEngine } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { createSampleStore } from '../kit/populate.ts'
import { type Figure, limitRow, type Row } from '../kit/report.ts'
import { summarize } from '../kit/rounds.ts'
import { publicUrl, startServer } from '../kit/server-process.ts'
import { kinds, type Mix, type MixResult } from '../load/mix.ts'
import { runMixApart } from '../load/mix-apart.ts'
import { peopleOf } from '../load/patients.ts'
import { sendSignUps } from '../load/sign-ups.ts'

const seconds = Number(process.env.LOAD_SECONDS ?? 60)
// With the limits of production. Each request comes from an address of its own, as a trusted proxy reports it.
const settings = { RATE_LIMIT: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'silent' }
/** What the server holds, and ten times that. */
const [normal, held, tooMany] = [50, 500, 5_000]
const rounds = 3

/** Measures a mix of reads and bookings, what happens beyond what the server holds, and what a burst of sign-ups costs others. */
export const load: Figure = {
  title: 'Load, overload and a burst of sign-ups',
  method: `80 % GET /available, 15 % GET /booking, 5 % POST /booking, each with its cancellation, in a closed loop for ${seconds} s with the rate limits on; each
request comes from another address. Overload: ${formatCount(tooMany)} connections, most of which book or list, for a sixth of the time. Afterwards: 50 connections, seconds 3 to 6 after it. Burst:
200 connections sign up from one address, ${rounds} rounds with and without.`,
  limitedBy: `the database for lists and bookings, which wait for a connection of the pool, and one core for everything else. Beyond a thousand waiting queries the
server answers 503 at once (docs/decisions/0041).`,
  measure: (lab) => measureOnEachEngine((engine) => measure(lab, engine)),
}

async function measure(lab: Lab, engine: Engine): Promise<Row[]> {
  const server = await startServer(lab, await createSampleStore(lab, engine), settings)
  const { origin } = server
  const people = await peopleOf(origin)
  let from = 0
  const run = (overrides: Pick<Mix, 'connections' | 'seconds'> & Pick<Mix, 'shares'>) => {
    from += 30_000
    return runMixApart(lab, { origin, publicUrl, ...people, from, spread: true, ...overrides })
  }
  await run({ connections: normal, seconds: 3 })
  const few = await run({ connections: normal, seconds })
  const many = await run({ connections: held, seconds })
  const memoryBefore = server.residentMb()
  const over = await run({ connections: tooMany, seconds: seconds / 6, shares: { book: 4, list: 8 } })
  await run({ connections: normal, seconds: 3 })
  const after = await run({ connections: normal, seconds: 3 })
  const memoryAfter = server.residentMb()
  const burst = await measureBurst(run, origin)
  await server.stop()
  const named = (label: string) => `${engine}, ${label}`
  return [
    ...[few, many].flatMap((result, at) => mixRows(named(`${at === 0 ? normal : held} connections`), result)),
    ...overloadRows(named(`${formatCount(tooMany)} connections`), over),
    limitRow(named('p99 of reads afterwards to before'), '', 2, summarize([ratio(after, few)])),
    limitRow(named('memory after overload to before'), '', 2, summarize([memoryAfter / memoryBefore])),
    limitRow(named('p99 of reads and bookings with a burst of sign-ups to without'), '', 3, summarize(burst)),
  ]
}

const ratio = (result: MixResult, base: MixResult) => result.kinds.available.p99 / base.kinds.available.p99

/** Returns the ratio of each round. */
async function measureBurst(
  run: (options: Pick<Mix, 'connections' | 'seconds'>) => Promise<MixResult>,
  origin: string,
): Promise<number[]> {
  const ratios: number[] = []
  const options = { connections: normal, seconds: Math.max(3, seconds / 10) }
  for (let round = 0; round < rounds; round += 1) {
    const without = await run(options)
    let isOver = false
    const burst = sendSignUps({ origin, publicUrl, connections: 200, until: () => isOver })
    const during = await run(options)
    isOver = true
    await burst
    const sum = ({ kinds: of }: MixResult) => of.available.p99 + of.list.p99 + of.book.p99
    ratios.push(sum(during) / sum(without))
  }
  return ratios
}

function mixRows(label: string, { perSecond, errors, refused, kinds: of }: MixResult): Row[] {
  const failed = errors + refused
  const times = kinds.map((kind) => `${kind} ${of[kind].p50.toFixed(0)} and ${of[kind].p99.toFixed(0)}`).join('; ')
  return [
    {
      label: `${label}: answers`,
      target: '0 errors',
      result: `${rate(perSecond)}, ${failed} errors`,
      met: failed === 0,
    },
    { label: `${label}: p50 and p99 in ms`, target: '', result: times },
  ]
}

function overloadRows(label: string, { perSecond, errors, refused, kinds: of }: MixResult): Row[] {
  const failures = kinds.flatMap((kind) =>
    Object.entries(of[kind].errors).map(([what, count]) => `${count} ${kind} ${what}`),
  )
  return [
    { label: `${label}: answers`, target: '', result: `${rate(perSecond)}, ${formatCount(refused)} early refusals` },
    {
      label: `${label}: other errors`,
      target: '0',
      result: [formatCount(errors), ...failures].join(', '),
      met: errors === 0,
    },
  ]
}

const rate = (perSecond: number) => `${formatCount(Math.round(perSecond))}/s`
