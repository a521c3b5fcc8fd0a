import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { unprivilegedUser } from '#testbed/unprivileged-user.ts'
import { ClusterError, type Programs } from './machine.ts'
import { freePorts } from './ports.ts'
import type { ProcessId } from './processes.ts'

/** What a cluster is made of. It is kept in a file that only its user can read, so that another process can stop or use
 *  the cluster. */
const schema = z.object({
  folder: z.string(),
  programs: z.object({
    etcd: z.string(),
    haproxy: z.string(),
    postgresBin: z.string(),
    patroni: z.array(z.string()),
    patronictl: z.array(z.string()),
    patroniVersion: z.string(),
  }),
  /** Each has a node and a member of etcd; the first two have an app, and HAProxy is on the first, or on both. */
  machines: z.array(z.object({ address: z.string(), namespace: z.optional(z.string()) })),
  /** The same on each machine. */
  ports: z.object({
    site: z.number(),
    primary: z.number(),
    standby: z.number(),
    app: z.number(),
    postgres: z.number(),
    rest: z.number(),
    etcd: z.number(),
    etcdPeer: z.number(),
  }),
  secrets: z.object({
    auth: z.string(),
    clinic: z.string(),
    superuser: z.string(),
    replication: z.string(),
    rewind: z.string(),
    restApi: z.string(),
  }),
  /** Settings of the apps beside those that the cluster needs. */
  appEnv: z.record(z.string(), z.string()),
  /** Processes that were started, by name; and the one that started them, while it does so. */
  processes: z.record(z.string(), z.object({ pid: z.number(), startedAt: z.string() })),
})
export type State = z.infer<typeof schema>

const fileName = 'state.json'

/** A machine of the cluster: its address, and the network namespace that it is, if it is one. */
export type Machine = State['machines'][number]

/** Machines that are this one: processes tell them apart by their addresses. */
const here: Machine[] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((address) => ({ address }))

/** Creates the folder of a cluster and its state, with free ports and random secrets. */
export async function createState(
  folder: string,
  programs: Programs,
  { appEnv = {}, machines = here }: { appEnv?: Record<string, string>; machines?: Machine[] },
): Promise<State> {
  const [site = 0, primary = 0, standby = 0, app = 0, postgres = 0, rest = 0, etcd = 0, etcdPeer = 0] =
    await freePorts(8)
  try {
    mkdirSync(folder)
  } catch (error) {
    throw new ClusterError(`${folder} can't be made: ${error instanceof Error ? error.message : error}`)
  }
  // PostgreSQL's user must reach its own folder in it.
  chmodSync(folder, 0o711)
  mkdirSync(join(folder, 'log'), { mode: 0o700 })
  const secret = () => randomBytes(24).toString('hex')
  const state: State = {
    folder,
    programs,
    machines,
    ports: { site, primary, standby, app, postgres, rest, etcd, etcdPeer },
    secrets: {
      auth: secret(),
      clinic: secret(),
      superuser: secret(),
      replication: secret(),
      rewind: secret(),
      restApi: secret(),
    },
    appEnv,
    processes: {},
  }
  save(state)
  return state
}

/** Returns the state of the cluster in `folder`; undefined if there is none.
 *  @throws ClusterError if the folder is not a cluster's, or another user's */
export function readState(folder: string): State | undefined {
  const file = join(folder, fileName)
  if (!existsSync(folder)) return undefined
  if (statSync(folder).uid !== process.getuid?.()) throw new ClusterError(`${folder} belongs to another user.`)
  if (!existsSync(file)) throw new ClusterError(`${folder} holds no cluster: delete it, if nothing uses it.`)
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success)
    throw new ClusterError(`${file} is not of this release: end its processes by hand and delete it.`)
  return parsed.data
}

/** Records a process, so that whoever stops the cluster ends it too. */
export function recordProcess(state: State, name: string, id: ProcessId): void {
  state.processes[name] = id
  save(state)
}

/** Forgets a process that must not be ended. */
export function forgetProcess(state: State, name: string): void {
  delete state.processes[name]
  save(state)
}

/** Returns the file that has the output of a part. */
export const logOf = ({ folder }: State, name: string): string => join(folder, 'log', `${name}.log`)

/** Creates a folder that only PostgreSQL's user can read, and returns its path. */
export function privateFolder({ folder }: State, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { uid, gid } = unprivilegedUser()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  return path
}

function save(state: State) {
  const file = join(state.folder, fileName)
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
