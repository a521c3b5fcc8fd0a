import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { sandboxTables } from '../tables.ts'
import { mount, sandboxAccount } from './account.ts'
import { openApi } from './api/server.ts'
import { deleteOldCalls } from './api/store.ts'
import { deliverEvent } from './event/deliver.ts'
import { deliveries, deliverNow } from './event/event.ts'
import { faultRoutes } from './fault/routes.ts'
import { siteRoutes } from './site/routes.ts'

type Parts = {
  database: Pick<Database, 'db' | 'migrate'>
  jobs: Jobs
  /** What the account's keys are made of. */
  secret: string
  log: FastifyBaseLogger
  /** The clinic's own origin. */
  publicUrl: string
  /** Waits of the deliveries, for those who can't wait so long: `waitAfter` so many attempts in seconds, and see `deliverEvent`. */
  patience?: { waitAfter?: (attempts: number) => number; holdMs?: number }
}

/** A stand-in for Stripe that speaks its API (docs/decisions/0013). `account` is what a client of it needs, as if Stripe had
 *  given it out: `new Stripe(secretKey, api)`. */
export async function openStripeSandbox({ database, jobs, secret, log, publicUrl, patience = {} }: Parts) {
  const { db } = database
  const keys = sandboxAccount(secret)
  await database.migrate(sandboxTables)
  await deleteOldCalls(db)
  await jobs.declare(deliveries)
  const common = { db, jobs, log, site: publicUrl + mount, onChange: () => jobs.wake(deliveries) }
  const api = await openApi({ ...common, secretKey: keys.secretKey })
  return {
    account: { ...keys, api: { host: api.host, port: api.port, protocol: api.protocol } },
    /** Adds what a page needs to the clinic's own server, and `/sandbox/stripe/faults`. */
    routes: async (app: App) => {
      faultRoutes(app, { db, secretKey: keys.secretKey, onChange: () => deliverNow(db, jobs) })
      await siteRoutes(app, common)
    },
    /** Begins to deliver events to an address; until then they only wait. */
    startWebhooks: async (to: string) => {
      const deps = { db, log, webhookSecret: keys.webhookSecret, to, ...patience }
      await jobs.work(deliveries, ({ event }, { signal }) => deliverEvent(deps, event, signal))
      await deliverNow(db, jobs)
    },
    close: () => api.close(),
  }
}
