import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/db.ts'

/** Dependencies of the app. `clock` returns the current time; tests pass their own. */
export type AppDeps = {
  config: Config
  database: Database
  secret: string
  log: FastifyBaseLogger
  clock: () => Date
  /** The folder that `npm run build` wrote the pages to; undefined when another process serves them. */
  siteFolder: string | undefined
  /** Aborted when the server will stop soon: it is no longer ready, but still serves. */
  draining?: AbortSignal
}
