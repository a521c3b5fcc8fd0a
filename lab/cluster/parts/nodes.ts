import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openService, type Service } from './part.ts'
import { findProcess, findProcesses, holdsWithin, sendSignal } from './processes.ts'
import { databaseUrlOf, etcdHosts, patroniRecipe } from './recipes.ts'
import type { Machine, State } from './state.ts'

const endTimeoutMs = 10_000
const patronictlFile = 'patronictl.yml'

/** A machine of the database: PostgreSQL, and the Patroni that starts it and decides what it is. */
export type Node = {
  name: string
  machine: Machine
  /** The clinic's database on this node, whatever its role. */
  databaseUrl: string
  /** It is well if PostgreSQL runs. */
  patroni: Service
  /** Process id of PostgreSQL's first process; undefined while it does not run. */
  postgresPid: () => number | undefined
  /** Sends SIGKILL to all processes of PostgreSQL and waits for their end. Patroni starts it again. */
  killPostgres: () => Promise<void>
  /** Ends Patroni and PostgreSQL like a machine that loses its power. */
  kill: () => Promise<void>
  /** Stops Patroni and PostgreSQL where they are, like a virtual machine that is paused, until `thaw`. */
  freeze: () => Promise<void>
  thaw: () => void
  /** Starts Patroni, which starts PostgreSQL, and returns at once. */
  start: () => void
  /** Ends the node and removes what it would leave outside of the cluster's folder. */
  close: () => Promise<void>
}

const memberList = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      /** Bytes behind the leader. */
      lag: z.union([z.number(), z.string()]).optional(),
      timeline: z.number().optional(),
    }),
  ),
})
/** A node as the others see it. */
export type Member = z.infer<typeof memberList>['members'][number]

/** Returns the three nodes. */
export function openNodes(state: State): Node[] {
  return state.machines.map((machine, index) => openNode(state, machine, index))
}

/** Returns the members of the cluster, as the node with the highest timeline sees them: a node that was cut off may
 *  call itself the leader for a moment.
 *  @throws if none answers */
export async function listMembers({ machines, ports }: State): Promise<Member[]> {
  const asked = machines.map(async ({ address }) => {
    const response = await fetch(`http://${address}:${ports.rest}/cluster`, { signal: AbortSignal.timeout(3_000) })
    return memberList.parse(await response.json()).members
  })
  const answers = (await Promise.allSettled(asked)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const timelineOf = (members: Member[]) => Math.max(...members.map(({ timeline = 0 }) => timeline))
  const [latest] = answers.toSorted((a, b) => timelineOf(b) - timelineOf(a))
  if (!latest) throw new Error('no node answers')
  return latest
}

/** Returns the command patronictl with the settings of this cluster. */
export const patronictlCommand = ({ folder, programs }: State): string =>
  [...programs.patronictl, '-c', join(folder, patronictlFile)].join(' ')

/** Writes the settings of patronictl, also those that let it change the cluster. */
export function writePatronictlFile(state: State): void {
  const { folder, secrets } = state
  const settings = {
    scope: 'clinic',
    etcd3: { hosts: etcdHosts(state) },
    restapi: { authentication: { username: 'patroni', password: secrets.restApi } },
  }
  writeFileSync(join(folder, patronictlFile), JSON.stringify(settings), { mode: 0o600 })
}

/** Tells whether there is one leader with two standbys that follow it, one of them synchronous. */
export function isComplete(members: readonly Member[]): boolean {
  const isLeading = ({ role, state }: Member) => role === 'leader' && state === 'running'
  // Patroni 3.0 does not tell streaming from running.
  const isFollowing = ({ role, state, lag }: Member) =>
    role !== 'leader' && (state === 'streaming' || (state === 'running' && typeof lag === 'number'))
  const following = members.filter(isFollowing)
  return (
    members.filter(isLeading).length === 1 &&
    following.length === 2 &&
    following.filter(({ role }) => role === 'sync_standby').length === 1
  )
}

function openNode(state: State, machine: Machine, index: number): Node {
  const name = `node-${index + 1}`
  const folder = join(state.folder, name)
  const dataDir = join(folder, 'data')
  const patroni = openService(state, patroniRecipe(state, machine, { name, dataDir }))

  const listPostgres = () => findProcesses((each) => each.name === 'postgres' && each.cwd === dataDir)
  // Patroni's children, such as pg_basebackup, are in its session. PostgreSQL has one of its own.
  const listAll = () => {
    const session = state.processes[name]?.pid
    const ofPatroni = findProcesses((each) => each.session === session && each.cwd === folder)
    return [...ofPatroni, ...listPostgres()]
  }
  const end = async (list: typeof listAll) => {
    // A process can start another one before it gets the signal.
    await holdsWithin(endTimeoutMs, () => {
      const remaining = list()
      for (const each of remaining) sendSignal(each, 'SIGKILL')
      return remaining.length === 0
    })
  }
  return {
    name,
    machine,
    databaseUrl: databaseUrlOf(state, `${machine.address}:${state.ports.postgres}`),
    patroni,
    postgresPid: () => postmasterOf(dataDir),
    killPostgres: async () => {
      const killed = listPostgres()
      for (const each of killed) sendSignal(each, 'SIGKILL')
      await holdsWithin(endTimeoutMs, () => !killed.some(isSame))
    },
    kill: () => end(listAll),
    freeze: async () => {
      await holdsWithin(endTimeoutMs, () => {
        const moving = listAll().filter((each) => each.state !== 'T')
        for (const each of moving) sendSignal(each, 'SIGSTOP')
        return moving.length === 0
      })
    },
    thaw: () => {
      for (const each of listAll()) sendSignal(each, 'SIGCONT')
    },
    start: patroni.start,
    close: async () => {
      await patroni.kill()
      for (const each of listAll()) sendSignal(each, 'SIGCONT')
      // An immediate shutdown, after which PostgreSQL leaves no shared memory.
      const postmaster = listPostgres().find(({ pid }) => pid === postmasterOf(dataDir))
      if (postmaster) sendSignal(postmaster, 'SIGQUIT')
      await holdsWithin(endTimeoutMs, () => listPostgres().length === 0)
      await end(listAll)
      removeSharedMemory(dataDir)
    },
  }
}

const isSame = ({ pid, startedAt }: { pid: number; startedAt: string }) => findProcess(pid)?.startedAt === startedAt

// https://www.postgresql.org/docs/current/storage-file-layout.html: process id in line 1, key and id of shared memory
// in line 7
function readPostmasterFile(dataDir: string) {
  const file = join(dataDir, 'postmaster.pid')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const [key, id] = (lines[6] ?? '').trim().split(/\s+/)
  return { pid: Number(lines[0] ?? 0), key, id }
}

function postmasterOf(dataDir: string) {
  const { pid } = readPostmasterFile(dataDir)
  const found = findProcess(pid)
  return found?.name === 'postgres' && found.cwd === dataDir ? pid : undefined
}

// A killed PostgreSQL leaves a segment of 56 bytes, which its next start would remove.
function removeSharedMemory(dataDir: string) {
  const { pid, key, id } = readPostmasterFile(dataDir)
  const rows = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n')
  const isLeft = rows.some((row) => {
    const [rowKey, rowId, , , creator, , attached] = row.trim().split(/\s+/)
    return rowKey === key && rowId === id && creator === String(pid) && attached === '0'
  })
  if (isLeft && id) execFileSync('ipcrm', ['-m', id])
}
