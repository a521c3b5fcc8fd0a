import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '#testbed/postgres.ts'

/** Where the measurements take place: the processes and folders they need, all of which end with `close`. */
export type Lab = {
  /** Sees to it that a process ends with the lab at the latest. */
  own: <Child extends ChildProcess>(child: Child) => Child
  /** A new empty folder. */
  folder: () => string
  /** One PostgreSQL for the whole run, as durable as it is by default. */
  postgres: () => Promise<TestPostgres>
  /** Makes a thing at the first call with its name, and hands out that one afterwards. */
  once: <Thing>(name: string, make: () => Promise<Thing>) => Promise<Thing>
  close: () => Promise<void>
}

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** Opens the lab. It also closes when the run is interrupted. */
export function openLab(): Lab {
  const children = new Set<ChildProcess>()
  const folders: string[] = []
  const things = new Map<string, Promise<unknown>>()
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
    own: (child) => {
      children.add(child)
      child.once('exit', () => children.delete(child))
      return child
    },
    folder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'clinic-bench-'))
      folders.push(folder)
      return folder
    },
    postgres: () => {
      postgres ??= startPostgres(durable)
      return postgres
    },
    once: <Thing>(name: string, make: () => Promise<Thing>) => {
      const thing = (things.get(name) as Promise<Thing> | undefined) ?? make()
      things.set(name, thing)
      return thing
    },
    close,
  }
}
