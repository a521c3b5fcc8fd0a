import type { TestProject } from 'vitest/node'
import { startPostgres } from '../testbed/postgres.ts'

/** Where a `*.db.test.ts` file opens its database: `inject('engine')`. */
export type Engine = { kind: 'pglite' } | { kind: 'postgres'; url: string }

declare module 'vitest' {
  export interface ProvidedContext {
    engine: Engine
  }
}

/** Starts the PostgreSQL that the project `postgres` runs on; what it returns is called when the run ends. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  project.provide('engine', { kind: 'postgres', url })
  return stop
}
