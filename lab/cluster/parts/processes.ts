import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#testbed/unprivileged-user.ts'

/** A process, also after its pid was given to another one: the pid, and the boot of the machine with the start time in
 *  clock ticks. */
export type ProcessId = { pid: number; startedAt: string }

/** A process that runs: `state` is its letter in /proc, such as T for stopped, and `session` the pid of its session's
 *  leader. */
type Running = ProcessId & { state: string; session: number; cwd: string | undefined; name: string }

const pollMs = 50

/** Returns the process that has `pid` now; undefined if there is none, or it has ended and waits for its parent. */
export function findProcess(pid: number): Running | undefined {
  const found = readProcess(pid)
  return found && !['Z', 'X'].includes(found.state) ? found : undefined
}

function readProcess(pid: number): Running | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The name is in parentheses and may contain some itself. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  const [state = '', , , session = ''] = fields
  const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim()
  const name = stat.slice(stat.indexOf('(') + 1, nameEnd)
  return { pid, startedAt: `${boot}/${fields[19]}`, state, session: Number(session), cwd: folderOf(pid), name }
}

/** Returns all processes of this machine that `matches`. */
export function findProcesses(matches: (process: Running) => boolean): Running[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => findProcess(Number(pid)) ?? []).filter(matches)
}

/** Tells whether the process still runs. Another one with its pid does not count. */
export function isRunning({ pid, startedAt }: ProcessId): boolean {
  return findProcess(pid)?.startedAt === startedAt
}

/** Sends a signal, unless the process has ended. Returns whether it was sent. */
export function sendSignal(id: ProcessId, signal: NodeJS.Signals): boolean {
  if (!isRunning(id)) return false
  try {
    return process.kill(id.pid, signal)
  } catch (error) {
    if (isRunning(id)) throw error
    return false
  }
}

/** Sends a signal and waits until the process has ended; after `graceMs` it gets SIGKILL. */
export async function endProcess(id: ProcessId, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  sendSignal(id, signal)
  if (await holdsWithin(graceMs, () => !isRunning(id))) return
  sendSignal(id, 'SIGKILL')
  await holdsWithin(graceMs, () => !isRunning(id))
}

/** Returns whether `check` returns true within `timeoutMs`. */
export async function holdsWithin(timeoutMs: number, check: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!(await check())) {
    if (Date.now() > deadline) return false
    await sleep(pollMs)
  }
  return true
}

type Command = {
  command: readonly string[]
  env: Record<string, string>
  cwd: string
  /** File that its output is appended to. */
  log: string
  user?: User
}

/** Starts a process that outlives this one. It gets `env` and of this process's environment only where programs and
 *  temporary files are.
 *  @throws if there is no such program */
export function startProcess({ command: [program = '', ...args], env, cwd, log, user }: Command): ProcessId {
  const output = openSync(log, 'a', 0o600)
  const { PATH = '/usr/bin:/bin', LANG = 'C.UTF-8' } = process.env
  const child = spawn(program, args, {
    cwd,
    env: { PATH, LANG, HOME: cwd, ...env },
    stdio: ['ignore', output, output],
    detached: true,
    ...user,
  })
  closeSync(output)
  child.unref()
  // Without a listener, the error would end this process.
  child.on('error', () => {})
  const started = child.pid === undefined ? undefined : readProcess(child.pid)
  if (!started) throw new Error(`${program} can't be started`)
  return { pid: started.pid, startedAt: started.startedAt }
}

function folderOf(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
