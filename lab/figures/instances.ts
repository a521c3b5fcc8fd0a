import { spawn } from 'node:child_process'
import { haproxyEnv, haproxyFile, serversUp } from '../cluster/parts/haproxy.ts'
import { findProgram } from '../cluster/parts/machine.ts'
import { freePorts } from '../cluster/parts/ports.ts'
import { holdsWithin } from '../cluster/parts/processes.ts'
import type { Lab } from '../kit/lab.ts'
import { bookableDays, sharedBusyStore } from '../kit/populate.ts'
import { type Figure, formatRate, type Row, ratioRow } from '../kit/report.ts'
import { measureInterleaved, summarize, summarizeRatios } from '../kit/rounds.ts'
import { startServer } from '../kit/server-process.ts'
import { type Request, responsesPerSecond } from '../load/load.ts'
import { availabilityRequests } from './available.ts'

const connections = 50
const rounds = 5
const target = 1.8

/** Measures what a second instance adds behind HAProxy. */
export const instances: Figure = {
  title: 'Two instances compared with one',
  method: `GET /available from ${connections} connections, through HAProxy with deploy/cluster/haproxy.cfg to one or both of two instances on one PostgreSQL, and to one
without HAProxy. From memory: 30 days in rotation. From the database: 3,600 days in rotation, which no cache holds.`,
  limitedBy: `the cores of one machine: an instance keeps one busy, and HAProxy, PostgreSQL and the load generator share the rest. With two cores a second instance has
none of its own, so that only machines with more of them show what it adds.`,
  measure,
}

async function measure(lab: Lab): Promise<Row[]> {
  const program = findProgram('haproxy')
  if (!program) return [{ label: 'not measured', target: '', result: 'this machine has no HAProxy' }]
  const store = await sharedBusyStore(lab, 'PostgreSQL', 1_000)
  const [first, second] = await Promise.all([
    startServer(lab, store),
    startServer(lab, { ...store, dataDir: lab.createFolder() }),
  ])
  const one = await startHaproxy(lab, program, [first.origin])
  const both = await startHaproxy(lab, program, [first.origin, second.origin])
  const compare = async (label: string, requests: Request[]) => {
    const load = (origin: string) => () =>
      responsesPerSecond(lab, 200, { origin, connections, requests, seconds: 2.5, warmUp: 0.7 })
    const rates = await measureInterleaved(rounds, { direct: load(first.origin), one: load(one), both: load(both) })
    const row = (what: string, rate: number[], base: number[], wanted?: number) => {
      const details = `${formatRate(summarize(rate))} and ${formatRate(summarize(base))}`
      return ratioRow(`${label}: ${what}`, wanted, summarizeRatios(rate, base), details)
    }
    return [
      row('two instances to one', rates.both, rates.one, target),
      row('one behind HAProxy to one without', rates.one, rates.direct),
    ]
  }
  const rows = [
    ...(await compare('from memory', availabilityRequests(0, 30, connections))),
    ...(await compare('from the database', availabilityRequests(0, bookableDays, 1))),
  ]
  await Promise.all([first.stop(), second.stop()])
  return rows
}

/** Starts HAProxy in front of one or two instances. Returns its origin once it leads to each of them. */
async function startHaproxy(lab: Lab, program: string, origins: string[]): Promise<string> {
  const folder = lab.createFolder()
  const [site = 0, primary = 0, standby = 0, nobody = 0] = await freePorts(4)
  const [first = nobody, second = nobody] = origins.map((origin) => Number(new URL(origin).port))
  const node = { postgres: nobody, rest: nobody }
  const ports = { site, primary, standby, apps: [first, second], nodes: [node, node, node], etcd: [] }
  lab.killOnClose(
    spawn(program, ['-db', '-f', haproxyFile], {
      env: haproxyEnv({ folder, ports }),
      stdio: 'ignore',
    }),
  )
  const leadsToEach = () =>
    serversUp({ folder }, 'ready')
      .then(({ length }) => length === origins.length)
      .catch(() => false)
  if (!(await holdsWithin(10_000, leadsToEach))) throw new Error('HAProxy does not lead to the instances')
  return `http://127.0.0.1:${site}`
}
