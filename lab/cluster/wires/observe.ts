import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { countOverlaps } from '../inspect.ts'
import type { Cluster } from '../parts/cluster.ts'
import type { Network } from '../parts/network.ts'
import type { WireFault } from './cuts.ts'
import { type Call, contradictions, staleLists } from './history.ts'
import { type Noticed, type RunningSides, startSides } from './sides.ts'
import { type Confirmed, startWriters } from './writers.ts'

/** What a cut did. Times in seconds since it began; undefined if it never happened. */
export type WireOutcome = {
  fault: WireFault
  /** When the primary confirmed for the last time before the end of the cut, and when another node did first. */
  primaryStopped: number | undefined
  anotherConfirmed: number | undefined
  /** The longest time without a change, on the side of the primary and on the other. */
  gaps: [number, number]
  /** Reads and those of them that failed, on each side. */
  reads: [number, number]
  failedReads: [number, number]
  changes: number
  staleLists: number
  /** Free times that said nothing of their age, or too little. */
  youngTimes: number
  contradictions: string[]
  /** Rows that a node confirmed and that are gone, and those that the former primary confirmed after another had. */
  lost: number
  confirmedByFormer: number
  written: number
  overlaps: number
}

const patients = 16
const calmMs = 8_000
const healthyTimeoutMs = 180_000

/** Cuts wires under load, and compares what patients were told on both sides. Each `round` has a number of its own. */
export async function observeCut(
  cluster: Cluster,
  network: Network,
  { fault, round }: { fault: WireFault; round: number },
): Promise<WireOutcome> {
  const place = await placeOfPrimary(cluster)
  const [own = '', other = ''] = place === 0 ? cluster.siteUrls : cluster.siteUrls.toReversed()
  const sides = await startSides([own, other], { patients, origin: cluster.siteUrls[0] ?? '', round })
  const nodes = cluster.nodes.map(({ name, databaseUrl }) => ({ name, url: databaseUrl }))
  const writers = await startWriters(nodes, { primary: cluster.databaseUrl, elapsed: sides.elapsed })
  await sleep(calmMs)
  const [primary, node] = [network.machines[place], cluster.nodes[place]]
  if (!primary || !node) throw new Error('the primary has no machine')
  const others = network.machines.filter((machine) => machine !== primary)
  const from = sides.elapsed()
  const wires = { network, node, primary, others, ports: cluster.ports }
  await fault.begin(wires)
  await sleep(fault.lasts * 1_000)
  if (fault.end) fault.end(wires)
  else network.heal()
  const until = sides.elapsed()
  await cluster.untilHealthy(healthyTimeoutMs)
  await sleep(calmMs)
  await Promise.all([sides.stop(), writers.stop()])
  return {
    fault,
    ...noticed(sides, { from, until }),
    ...confirmedBy(writers.confirmed, { from, until, primary: node.name }),
    written: writers.confirmed.length,
    lost: await writers.countLost(),
    overlaps: await overlapsIn(cluster),
  }
}

/** Returns what is worse than it may be, each in a line. */
export function failuresOfCut(outcome: WireOutcome): string[] {
  const { fault, gaps, changes, ...counts } = outcome
  const [own, other] = gaps
  const bounds = { own: fault.lasts + 10, other: fault.isWaitedFor ? fault.lasts + 30 : 30 }
  const wrong = Object.entries({
    staleLists: counts.staleLists,
    youngTimes: counts.youngTimes,
    lost: counts.lost,
    confirmedByFormer: counts.confirmedByFormer,
    overlaps: counts.overlaps,
  })
  return [
    changes < 100 && `only ${changes} changes were compared`,
    own > bounds.own && `nobody changed anything on the primary’s side for ${own.toFixed(1)} s`,
    other > bounds.other && `nobody changed anything on the other side for ${other.toFixed(1)} s`,
    ...wrong.map(([name, count]) => count > 0 && `${name}: ${count}`),
    ...counts.contradictions.map((where) => `no order explains ${where}`),
  ].filter((line) => typeof line === 'string')
}

const changing = ['book', 'move', 'cancel']
const reading = ['list', 'available']

type Span = { from: number; until: number }

function noticed({ noticed, calls }: Pick<RunningSides, 'noticed' | 'calls'>, { from, until }: Span) {
  const end = noticed.reduce((last, each) => Math.max(last, each.end), until)
  const onSide = (side: number) => noticed.filter((each) => each.side === side && each.end >= from)
  const isDone = ({ status }: Noticed) => status >= 200 && status < 300
  const both = <Value>(count: (all: Noticed[]) => Value): [Value, Value] => [count(onSide(0)), count(onSide(1))]
  const read = (all: Noticed[]) => all.filter(({ call }) => reading.includes(call))
  return {
    gaps: both((all) =>
      longestGap(
        all.filter((each) => changing.includes(each.call) && isDone(each)),
        { from, until: end },
      ),
    ),
    reads: both((all) => read(all).length),
    failedReads: both((all) => read(all).filter((each) => !isDone(each)).length),
    changes: calls.filter((call) => call.kind !== 'list' && call.outcome === 'done').length,
    staleLists: staleLists(calls).length,
    youngTimes: countYoung(onSide(0), calls, { from, until }),
    contradictions: contradictions(calls),
  }
}

function longestGap(all: readonly Noticed[], { from, until }: Span) {
  const times = [from, ...all.map(({ end }) => end).sort((a, b) => a - b), until]
  return times.slice(1).reduce((longest, at, index) => Math.max(longest, at - (times[index] ?? at)), 0) / 1_000
}

/** A second of the clock, and one until the next beat. */
const toleranceSeconds = 2

/** Counts free times on the primary's side that are older than they say, since the other side changed some. */
function countYoung(own: readonly Noticed[], calls: readonly Call[], { from, until }: Span): number {
  const elsewhere = calls.filter((call) => call.side === 1 && 'outcome' in call && call.outcome === 'done')
  // Until the primary has stopped, both sides change the same.
  const lastOwn = Math.max(
    from,
    ...calls
      .filter((call) => call.side === 0 && 'outcome' in call && call.outcome === 'done' && call.end < until)
      .map(({ end }) => end),
  )
  const changedAt = Math.min(...elsewhere.map(({ end }) => end).filter((end) => end > lastOwn))
  return own.filter(({ call, status, age = 0, end }) => {
    const seconds = (Math.min(end, until) - changedAt) / 1_000
    return call === 'available' && status === 200 && end < until && seconds > 0 && age + toleranceSeconds < seconds
  }).length
}

function confirmedBy(confirmed: readonly Confirmed[], { from, until, primary }: Span & { primary: string }) {
  const during = confirmed.filter(({ at }) => at > from && at < until)
  const own = during.filter(({ node }) => node === primary)
  const firstOther = Math.min(...during.filter(({ node }) => node !== primary).map(({ at }) => at))
  const seconds = (at: number) => (Number.isFinite(at) ? (at - from) / 1_000 : undefined)
  return {
    primaryStopped: own.length === 0 ? 0 : seconds(Math.max(...own.map(({ at }) => at))),
    anotherConfirmed: seconds(firstOther),
    confirmedByFormer: own.filter(({ at }) => at > firstOther).length,
  }
}

async function overlapsIn({ databaseUrl }: Cluster): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await countOverlaps(client, 'doctor_id')) + (await countOverlaps(client, 'chair_id'))
  } finally {
    await client.end()
  }
}

/** Returns the place of the primary, after it was moved to a machine that has an app. */
async function placeOfPrimary(cluster: Cluster): Promise<number> {
  const deadline = performance.now() + healthyTimeoutMs
  for (;;) {
    await cluster.untilHealthy(healthyTimeoutMs)
    const leader = await cluster.leader()
    const place = cluster.nodes.findIndex(({ name }) => name === leader?.name)
    if (place >= 0 && place < cluster.siteUrls.length) return place
    if (performance.now() > deadline) throw new Error('the primary stays on the machine without an app')
    const [program = '', ...args] = cluster.patronictl.split(' ')
    execFileSync(program, [...args, 'switchover', '--force'], { stdio: 'ignore' })
  }
}
