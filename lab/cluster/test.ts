// npm run test:cluster [-- --only update,app] [--runs 3] [--patients 200] [--write]: breaks each part of a cluster
// under load, and compares what patients were told with what is left. --write puts the table into docs/scaling.md.
import { parseArgs } from 'node:util'
import { writeBetween } from '../kit/table.ts'
import { type Fault, faults } from './faults.ts'
import { inspect } from './inspect.ts'
import { failuresOf, type Outcome, tableOf } from './outcome.ts'
import { type Cluster, openCluster } from './parts/cluster.ts'
import { holdsWithin } from './parts/processes.ts'
import { summarize } from './summary.ts'
import { type RunningTraffic, startTraffic } from './traffic.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '1' },
    patients: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
})
const chosen = faults.filter(({ name }) => !values.only || values.only.split(',').includes(name))
const healthyTimeoutMs = 180_000
const warmUpBookings = 100
const bookingsAfterwards = 40

const cluster = await openCluster({
  // Shows that it loses appointments.
  allowPatroni30: true,
  appEnv: {
    NODE_ENV: 'test',
    RATE_LIMIT: 'off',
    DEMO: 'on',
    DRAIN_SECONDS: '3',
    BOOKING_MAX_UPCOMING: '1000',
    BOOKING_HORIZON_DAYS: '3650',
    LOG_LEVEL: 'warn',
  },
})
const outcomes: Outcome[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await cluster.close()
    process.exit(1)
  })
}
try {
  console.log(`Patroni ${cluster.patroniVersion}, ${values.patients} patients, files in ${cluster.folder}`)
  const traffic = await startTraffic(cluster.siteUrl, { patients: Number(values.patients), everyMs: 500 })
  await untilBooked(traffic, warmUpBookings)
  for (let run = 1; run <= Number(values.runs); run += 1) {
    for (const fault of chosen) {
      const outcome = await observe(cluster, traffic, fault)
      outcomes.push(outcome)
      const failures = failuresOf(outcome)
      console.log(`\n${failures.length === 0 ? '✓' : '✗'} ${fault.title}`)
      console.log(
        JSON.stringify({ ...outcome.summary, ...outcome.findings, secondsUntilWell: outcome.secondsUntilWell }),
      )
      for (const failure of failures) console.log(`  ${failure}`)
    }
  }
  await traffic.stop()
} finally {
  await cluster.close()
}
const table = tableOf(outcomes, cluster.patroniVersion)
console.log(`\n${table}`)
if (values.write)
  writeBetween('docs/scaling.md', { begin: 'faults: npm run test:cluster -- --write', end: 'end of faults' }, table)
const failed = outcomes.filter((outcome) => failuresOf(outcome).length > 0).length
console.log(`\n${outcomes.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

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
