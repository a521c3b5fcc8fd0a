import { existsSync, readFileSync } from 'node:fs'
import type { User } from '#testbed/unprivileged-user.ts'
import { ClusterError } from './machine.ts'
import { onMachine } from './network.ts'
import { endProcess, holdsWithin, isRunning, sendSignal, startProcess } from './processes.ts'
import { logOf, type Machine, recordProcess, type State } from './state.ts'

const endTimeoutMs = 30_000

/** A process of the cluster. */
export type Part = {
  name: string
  /** Undefined while it does not run. */
  pid: () => number | undefined
  /** Its output since the cluster was made. */
  log: () => string
  /** Sends a signal and returns at once. */
  signal: (signal: NodeJS.Signals) => void
  /** Sends a signal and waits until the process has ended; after 30 seconds it gets SIGKILL. */
  kill: (signal?: 'SIGKILL' | 'SIGTERM' | 'SIGINT') => Promise<void>
  /** Starts the process if it does not run, with the same settings and data, and returns at once. */
  start: () => void
}

type Recipe = { command: readonly string[]; env?: Record<string, string>; cwd: string; user?: User }

/** A part that tells whether it is well: `health` answers within `timeoutMs`. `prepare` makes what its process needs,
 *  and says how it starts on its machine. */
export type ServiceRecipe = {
  name: string
  url: string
  machine: Machine
  health: string
  timeoutMs: number
  prepare: () => Recipe
}
export type Service = Part & { url: string; isWell: () => Promise<boolean> }

/** Returns the part that a recipe describes. */
export function openService(state: State, { name, url, machine, health, timeoutMs, prepare }: ServiceRecipe): Service {
  const isWell = async () => (await fetch(health, { signal: AbortSignal.timeout(timeoutMs) })).ok
  return { ...openPart(state, { name, machine, prepare }), url, isWell }
}

/** Returns the part `name` of a machine. `prepare` makes what the process needs, and says how it starts. */
export function openPart(
  state: State,
  { name, machine, prepare }: Pick<ServiceRecipe, 'name' | 'machine' | 'prepare'>,
): Part {
  const current = () => {
    const id = state.processes[name]
    return id && isRunning(id) ? id : undefined
  }
  return {
    name,
    pid: () => current()?.pid,
    log: () => readLog(state, name),
    signal: (signal) => {
      const id = current()
      if (id) sendSignal(id, signal)
    },
    kill: async (signal = 'SIGKILL') => {
      const id = current()
      if (id) await endProcess(id, signal, endTimeoutMs)
    },
    start: () => {
      if (current()) return
      const { command, user, ...rest } = prepare()
      const started = startProcess({ env: {}, ...rest, ...onMachine(machine, command, user), log: logOf(state, name) })
      recordProcess(state, name, started)
    },
  }
}

type Wait = { what: string; parts: readonly Part[]; timeoutMs: number; signal?: AbortSignal | undefined }

/** Waits until `check` returns true for what `parts` do together.
 *  @throws ClusterError with the end of a part's log if that part ends before, or `timeoutMs` pass; the reason of an
 *  aborted `signal` */
export async function untilTrue(
  { what, parts, timeoutMs, signal }: Wait,
  check: () => Promise<boolean>,
): Promise<void> {
  let reason = ''
  const isDone = await holdsWithin(timeoutMs, async () => {
    signal?.throwIfAborted()
    const ended = parts.find((part) => part.pid() === undefined)
    if (ended) throw new ClusterError(`${what} failed: ${ended.name} ended.\n${endOfLog(ended)}`)
    try {
      return await check()
    } catch (error) {
      reason = ` (${error instanceof Error ? error.message : error})`
      return false
    }
  })
  if (isDone) return
  const logs = parts.map((part) => `\n${endOfLog(part, 5)}`).join('')
  throw new ClusterError(`${what} failed: it was not ready after ${timeoutMs / 1_000} s${reason}.${logs}`)
}

function readLog(state: State, name: string) {
  const file = logOf(state, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function endOfLog(part: Part, count = 12) {
  const lines = part.log().trimEnd().split('\n').slice(-count)
  return `The end of the log of ${part.name}:\n  ${lines.join('\n  ')}`
}
