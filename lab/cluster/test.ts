// npm run test:cluster [-- --only update,app] [--runs 3] [--patients 200] [--write]: breaks each part of a cluster
// under load, cuts the wires between its machines, and compares what patients were told with what is left. --write puts
// the tables into docs/scaling.md.
import { parseArgs } from 'node:util'
import { writeBetween } from '../kit/table.ts'
import { tableOfCuts } from './cut-table.ts'
import { type Fault, faults } from './faults.ts'
import { inspect } from './inspect.ts'
import { failuresOf, type Outcome, tableOf } from './outcome.ts'
import { type Cluster, openCluster } from './parts/cluster.ts'
import { missingForNetwork, openNetwork } from './parts/network.ts'
import { holdsWithin } from './parts/processes.ts'
import { summarize } from './summary.ts'
import { type RunningTraffic, startTraffic } from './traffic.ts'
import { type WireFault, wireFaults } from './wires/cuts.ts'
import { failuresOfCut, observeCut, type WireOutcome } from './wires/observe.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '1' },
    patients: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
})
const isChosen = ({ name }: { name: string }) => !values.only || values.only.split(',').includes(name)
const healthyTimeoutMs = 180_000
const warmUpBookings = 100
const bookingsAfterwards = 40

const appEnv = {
  NODE_ENV: 'test',
  RATE_LIMIT: 'off',
  DEMO: 'on',
  DRAIN_SECONDS: '3',
  BOOKING_MAX_UPCOMING: '1000',
  BOOKING_HORIZON_DAYS: '3650',
  LOG_LEVEL: 'warn',
}
const interrupted = new AbortController()
let close = async () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    interrupted.abort(new Error('interrupted'))
    await close()
    process.exit(1)
  })
}
const failed = (await breakParts(faults.filter(isChosen))) + (await cutWires(wireFaults.filter(isChosen)))
console.log(failed === 0 ? '\nAll passed' : `\n${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Returns how many faults did more than they may. */
async function breakParts(chosen: readonly Fault[]): Promise<number> {
  if (chosen.length === 0) return 0
  const cluster = await opened({ appEnv })
  const outcomes: Outcome[] = []
  try {
    console.log(`Patroni ${cluster.patroniVersion}, ${values.patients} patients, files in ${cluster.folder}`)
    const traffic = await startTraffic(cluster.siteUrls[0] ?? '', { patients: Number(values.patients), everyMs: 500 })
    await untilBooked(traffic, warmUpBookings)
    for (const fault of timesOf(chosen)) {
      const outcome = await observe(cluster, traffic, fault)
      outcomes.push(outcome)
      const { summary, findings, secondsUntilWell } = outcome
      report(fault.title, { ...summary, ...findings, secondsUntilWell }, failuresOf(outcome))
    }
    await traffic.stop()
  } finally {
    await cluster.close()
  }
  write(
    { begin: 'faults: npm run test:cluster -- --write', end: 'end of faults' },
    tableOf(outcomes, cluster.patroniVersion),
  )
  return outcomes.filter((outcome) => failuresOf(outcome).length > 0).length
}

/** The same for cuts between machines, which are network namespaces. */
async function cutWires(chosen: readonly WireFault[]): Promise<number> {
  if (chosen.length === 0) return 0
  const missing = missingForNetwork()
  if (missing) {
    console.log(`\nNo wire is cut: ${missing}`)
    return 0
  }
  const network = openNetwork()
  const outcomes: WireOutcome[] = []
  // The machines are reached at addresses that are not loopback.
  const reachable = { ...appEnv, DEMO: 'yes-in-production', INSECURE_HTTP: 'yes' }
  const cluster = await opened({ appEnv: reachable, network })
  try {
    console.log(`\nPatroni ${cluster.patroniVersion} on machines of their own, files in ${cluster.folder}`)
    for (const [round, fault] of timesOf(chosen).entries()) {
      const outcome = await observeCut(cluster, network, { fault, round })
      outcomes.push(outcome)
      const { fault: _fault, ...figures } = outcome
      report(fault.title, figures, failuresOfCut(outcome))
    }
  } finally {
    await cluster.close()
  }
  write(
    { begin: 'cuts: npm run test:cluster -- --write', end: 'end of cuts' },
    tableOfCuts(outcomes, cluster.patroniVersion),
  )
  return outcomes.filter((outcome) => failuresOfCut(outcome).length > 0).length
}

/** Opens a cluster, which is closed by an interrupt too. With Patroni 3.0 it shows that it loses appointments. */
async function opened(options: Parameters<typeof openCluster>[0]): Promise<Cluster> {
  const opening = openCluster({ ...options, allowPatroni30: true, signal: interrupted.signal })
  // While it opens, the signal ends it.
  close = async () => void (await opening.catch(() => undefined))
  const cluster = await opening
  close = cluster.close
  return cluster
}

function timesOf<Each>(chosen: readonly Each[]): Each[] {
  return Array.from({ length: Number(values.runs) }, () => chosen).flat()
}

function report(title: string, figures: object, failures: readonly string[]) {
  console.log(`\n${failures.length === 0 ? '✓' : '✗'} ${title}\n${JSON.stringify(figures)}`)
  for (const failure of failures) console.log(`  ${failure}`)
}

function write(markers: { begin: string; end: string }, table: string) {
  console.log(`\n${table}`)
  if (values.write) writeBetween('docs/scaling.md', markers, table)
}

async function observe(cluster: Cluster, traffic: RunningTraffic, fault: Fault): Promise<Outcome> {
  const from = traffic.elapsed()
  await fault.run(cluster)
  await cluster.untilHealthy(healthyTimeoutMs)
  const secondsUntilWell = (traffic.elapsed() - from) / 1_000
  await untilBooked(traffic, bookingsAfterwards)
  const summary = summarize(traffic.answers, from, traffic.elapsed())
  const resume = await traffic.pause()
  const findings = await inspect(cluster, traffic)
  resume()
  await untilBooked(traffic, bookingsAfterwards)
  return { fault, summary, findings, secondsUntilWell }
}

/** Waits for `count` more appointments. */
async function untilBooked(traffic: RunningTraffic, count: number) {
  const booked = () => traffic.answers.filter(({ call, isDone }) => call === 'book' && isDone).length
  const wanted = booked() + count
  if (!(await holdsWithin(healthyTimeoutMs, () => booked() >= wanted))) throw new Error('nobody can book')
}
