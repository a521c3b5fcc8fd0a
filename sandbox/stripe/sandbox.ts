import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { sandboxTables } from '../tables.ts'
import { basePath, sandboxAccount } from './account.ts'
import { openApi } from './api/server.ts'
import { deleteOldCalls } from './api/store.ts'
import { type DeliveryTiming, deliverEvent } from './event/deliver.ts'
import { deliveries, deliverNow } from './event/event.ts'
import { faultRoutes } from './fault/routes.ts'
import { siteRoutes } from './site/routes.ts'

type Deps = {
  database: Pick<Database, 'db' | 'migrate'>
  jobs: Jobs
  /** The account's keys are derived from it. */
  secret: string
  log: FastifyBaseLogger
  /** The clinic's own origin. */
  publicUrl: string
  timing?: DeliveryTiming
}

/** Opens a sandbox that implements Stripe's API (docs/decisions/0013). `account` has its keys, as if Stripe had issued
 *  them, and its address: `new Stripe(secretKey, api)`. */
export async function openStripeSandbox({ database, jobs, secret, log, publicUrl, timing = {} }: Deps) {
  const { db } = database
  const keys = sandboxAccount(secret)
  await database.migrate(sandboxTables)
  await deleteOldCalls(db)
  await jobs.declare(deliveries)
  const deps = { db, jobs, log, pagesUrl: publicUrl + basePath, onChange: () => jobs.wake(deliveries) }
  const { close, ...api } = await openApi(keys.secretKey, deps)
  return {
    account: { ...keys, api },
    /** Adds the routes for pages and for faults to the clinic's own server. */
    routes: async (app: App) => {
      faultRoutes(app, { db, secretKey: keys.secretKey, onChange: () => deliverNow(db, jobs) })
      await siteRoutes(app, deps)
    },
    /** Starts to deliver events to `url`. Until then they wait. */
    startWebhooks: async (url: string) => {
      const deliveryDeps = { db, log, webhookSecret: keys.webhookSecret, url, ...timing }
      await jobs.work(deliveries, ({ event }, { signal }) => deliverEvent(deliveryDeps, event, signal))
      await deliverNow(db, jobs)
    },
    close,
  }
}
