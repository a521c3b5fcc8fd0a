import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '#testbed/postgres.ts'

/** Resources of one run: child processes, scratch folders and PostgreSQL. */
export type Lab = {
  /** Kills `child` on `close` if it is still running. Returns `child`. */
  killOnClose: <Child extends ChildProcess>(child: Child) => Child
  /** Creates an empty scratch folder, which `close` deletes. */
  createFolder: () => string
  /** Starts PostgreSQL at the first call, which may have settings such as `{ shared_buffers: '8GB' }`. Every call
   *  returns the same instance. */
  postgres: (settings?: Record<string, string>) => Promise<TestPostgres>
  /** Releases everything above. */
  close: () => Promise<void>
}

/** Measures with the resources of a lab and the arguments of the command, and prints what it finds. Returns what is not
 *  as it should be, each in a line. */
export type Measure = (lab: Lab, args: readonly string[]) => Promise<readonly string[]>

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** Opens a lab. It also closes on SIGINT and SIGTERM, which end the process with exit code 1. Its PostgreSQL is
 *  durable. */
export function openLab(): Lab {
  const children = new Set<ChildProcess>()
  const folders: string[] = []
  let postgres: Promise<TestPostgres> | undefined

  const close = async () => {
    for (const child of children) child.kill('SIGKILL')
    await (await postgres)?.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => close().finally(() => process.exit(1)))
  }
  return {
    killOnClose: (child) => {
      children.add(child)
      child.once('exit', () => children.delete(child))
      return child
    },
    createFolder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'clinic-lab-'))
      folders.push(folder)
      return folder
    },
    postgres: (settings) => {
      postgres ??= startPostgres({ ...durable, ...settings })
      return postgres
    },
    close,
  }
}
