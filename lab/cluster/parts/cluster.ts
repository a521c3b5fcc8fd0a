import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeLiteral } from 'pg'
import { built } from '#testbed/built.ts'
import { openHaproxies, serversUp } from './haproxy.ts'
import { findPrograms } from './machine.ts'
import type { Network } from './network.ts'
import {
  isComplete,
  listMembers,
  type Member,
  type Node,
  openNodes,
  patronictlCommand,
  writePatronictlFile,
} from './nodes.ts'
import { openService, type Part, type Service, untilTrue } from './part.ts'
import { endProcess, findProcess, isRunning } from './processes.ts'
import { appMachines, appRecipe, databaseUrlOf, etcdRecipe, haproxyMachines, siteUrlOf } from './recipes.ts'
import { createState, forgetProcess, readState, recordProcess, type State } from './state.ts'

/** Two instances of the server, PostgreSQL on three nodes with Patroni, three members of etcd, and HAProxy, on this
 *  machine, or on three that are parts of it. */
export type Cluster = {
  folder: string
  /** Where visitors reach the site, through each HAProxy. */
  siteUrls: string[]
  /** The clinic's database on the primary, through HAProxy. */
  databaseUrl: string
  patroniVersion: string
  ports: State['ports']
  /** The command for this cluster; add `list` or `switchover`. */
  patronictl: string
  apps: Service[]
  nodes: Node[]
  etcd: Service[]
  haproxies: Part[]
  /** The process that starts the cluster, while it does so. */
  startedBy: () => number | undefined
  /** Whether any of its processes runs. */
  isRunning: () => boolean
  /** The nodes as Patroni sees them. Throws if none answers. */
  members: () => Promise<Member[]>
  /** The node that has the leader's key. */
  leader: () => Promise<Node | undefined>
  /** Waits until one node leads, two follow, one of them synchronously, all parts answer, and HAProxy leads to the
   *  primary and both apps.
   *  @throws ClusterError after `timeoutMs` */
  untilHealthy: (timeoutMs?: number) => Promise<void>
  /** Ends all processes and deletes the folder. */
  close: () => Promise<void>
}

type Options = {
  /** A folder to create; by default a new one in the folder for temporary files. */
  folder?: string
  /** Accept a Patroni that loses confirmed appointments, to show that it does. */
  allowPatroni30?: boolean
  /** Machines with wires between them. They are removed when the cluster closes. */
  network?: Network
  /** Settings of the apps that replace or extend those of production. */
  appEnv?: Record<string, string>
  /** Ends the start. */
  signal?: AbortSignal
}

const healthyTimeoutMs = 60_000

/** Starts a cluster, which outlives this process, and waits until it is healthy. After an error nothing of it is left.
 *  @throws ClusterError with the part that failed and the end of its log */
export async function openCluster({ folder, appEnv, network, signal, ...options }: Options = {}): Promise<Cluster> {
  const programs = findPrograms(process.env, options)
  await built()
  const settings = { ...(appEnv && { appEnv }), ...(network && { machines: network.machines }) }
  const state = await createState(folder ?? scratchFolder(), programs, settings)
  const cluster = toCluster(state, network)
  try {
    const self = findProcess(process.pid)
    if (self) recordProcess(state, launcher, self)
    await startAll(state, cluster, signal)
    forgetProcess(state, launcher)
    return cluster
  } catch (error) {
    await cluster.close()
    throw error
  }
}

/** Returns the cluster in `folder`, also if some or all of it has ended; undefined if there is none.
 *  @throws ClusterError if the folder holds something else */
export function findCluster(folder: string): Cluster | undefined {
  const state = readState(folder)
  return state && toCluster(state)
}

const launcher = 'launcher'

const scratchFolder = () => join(tmpdir(), `clinic-cluster-${randomBytes(4).toString('hex')}`)

function toCluster(state: State, network?: Network): Cluster {
  const apps = appMachines(state).map((machine, index) => openService(state, appRecipe(state, machine, index)))
  const etcd = state.machines.map((machine, index) => openService(state, etcdRecipe(state, machine, index)))
  const [nodes, haproxies] = [openNodes(state), openHaproxies(state)]
  const members = () => listMembers(state)
  const runningLauncher = () => {
    const id = state.processes[launcher]
    return id && isRunning(id) ? id.pid : undefined
  }
  return {
    folder: state.folder,
    siteUrls: haproxyMachines(state).map((machine) => siteUrlOf(state, machine)),
    databaseUrl: databaseUrlOf(state),
    patroniVersion: state.programs.patroniVersion,
    ports: state.ports,
    patronictl: patronictlCommand(state),
    apps,
    nodes,
    etcd,
    haproxies,
    startedBy: runningLauncher,
    isRunning: () =>
      Object.values(state.processes).some(isRunning) || nodes.some((node) => node.postgresPid() !== undefined),
    members,
    leader: async () => {
      const name = (await members()).find(({ role }) => role === 'leader')?.name
      return nodes.find((node) => node.name === name)
    },
    untilHealthy: (timeoutMs = healthyTimeoutMs) =>
      untilHealthy(state, { apps, nodes, etcd }, { parts: [], timeoutMs }),
    close: async () => {
      await close(state, { apps, nodes, etcd, haproxies })
      network?.close()
    },
  }
}

async function startAll(state: State, { apps, nodes, etcd, haproxies }: Cluster, signal: AbortSignal | undefined) {
  const patroni = nodes.map((node) => node.patroni)
  writePatronictlFile(state)
  for (const part of [...etcd, ...patroni, ...haproxies]) part.start()
  await untilTrue({ what: 'The start of etcd', parts: etcd, timeoutMs: 30_000, signal }, () => areAll(etcd))
  await untilTrue({ what: 'The start of HAProxy', parts: haproxies, timeoutMs: 10_000, signal }, async () => {
    await upEverywhere(state, 'primary')
    return true
  })
  await untilTrue({ what: 'The start of PostgreSQL', parts: patroni, timeoutMs: 60_000, signal }, async () => {
    const primaries = await upEverywhere(state, 'primary')
    return primaries.every((servers) => servers.length === 1) && createDatabase(state)
  })
  // One after the other, as in an update: the first migrates.
  for (const app of apps) {
    app.start()
    await untilTrue({ what: `The start of ${app.name}`, parts: [app], timeoutMs: 60_000, signal }, app.isWell)
  }
  const parts = [...patroni, ...apps, ...haproxies]
  await untilHealthy(state, { apps, nodes, etcd }, { parts, timeoutMs: healthyTimeoutMs, signal })
}

type Wait = { parts: Part[]; timeoutMs: number; signal?: AbortSignal | undefined }

function untilHealthy(state: State, { apps, nodes, etcd }: Pick<Cluster, 'apps' | 'nodes' | 'etcd'>, wait: Wait) {
  return untilTrue({ ...wait, what: 'The cluster' }, async () => {
    const [members, primary, ready] = await Promise.all([
      listMembers(state),
      upEverywhere(state, 'primary'),
      upEverywhere(state, 'ready'),
    ])
    const isLedTo =
      primary.every((servers) => servers.length === 1) && ready.every((servers) => servers.length === apps.length)
    // Each is asked too, because Patroni and HAProxy know of a loss seconds later.
    const isEachUp = await areAll([...apps, ...nodes.map(({ patroni }) => patroni), ...etcd])
    if (isEachUp && isComplete(members) && isLedTo) return true
    const states = members.map(({ name, role, state }) => `${name} is ${role}, ${state}`)
    throw new Error(`${states.join('; ')}; HAProxy leads to ${[...primary, ...ready].flat().join(', ') || 'nothing'}`)
  })
}

/** Returns the servers that each HAProxy leads to. */
const upEverywhere = (state: State, backend: 'primary' | 'ready') =>
  Promise.all(haproxyMachines(state).map((machine) => serversUp(state, machine, backend)))

const areAll = async (services: Service[]) => (await Promise.all(services.map(({ isWell }) => isWell()))).every(Boolean)

async function createDatabase(state: State) {
  const { secrets } = state
  const { host } = new URL(databaseUrlOf(state))
  const client = new Client({ connectionString: `postgres://postgres:${secrets.superuser}@${host}/postgres` })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows: roles } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'clinic'`)
    if (roles.length === 0) await client.query(`CREATE ROLE clinic LOGIN PASSWORD ${escapeLiteral(secrets.clinic)}`)
    const { rows: databases } = await client.query(`SELECT FROM pg_database WHERE datname = 'clinic'`)
    if (databases.length === 0) await client.query('CREATE DATABASE clinic OWNER clinic')
    return true
  } finally {
    await client.end().catch(() => {})
  }
}

type Parts = Pick<Cluster, 'apps' | 'nodes' | 'etcd' | 'haproxies'>

async function close(state: State, { apps, nodes, etcd, haproxies }: Parts) {
  const ended = [...apps, ...haproxies].map(async (part) => {
    part.signal('SIGCONT')
    const id = state.processes[part.name]
    if (id) await endProcess(id, 'SIGTERM', 5_000)
  })
  await Promise.all(ended)
  await Promise.all(nodes.map((node) => node.close()))
  await Promise.all(etcd.map((part) => part.kill()))
  rmSync(state.folder, { recursive: true, force: true })
}
