import type { TestProject } from 'vitest/node'
import { startPostgres } from '../testbed/postgres.ts'

/** The database engine of a `*.engine.test.ts` or `*.db.test.ts` file: `inject('engine')`. */
export type Engine = { kind: 'pglite' } | { kind: 'postgres'; url: string }

declare module 'vitest' {
  export interface ProvidedContext {
    engine: Engine
  }
}

/** Starts PostgreSQL for the Vitest project `postgres`. Returns the teardown function that stops it, and that fails
 *  the run if any test made a deadlock: two transactions that lock the same rows in opposite orders. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop, deadlocks } = await startPostgres()
  project.provide('engine', { kind: 'postgres', url })
  return async () => {
    const found = deadlocks()
    await stop()
    if (found.length > 0)
      throw new Error(`The tests made ${found.length} deadlocks in PostgreSQL:\n${found.join('\n')}`)
  }
}
