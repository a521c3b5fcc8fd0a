import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { sandboxTables } from '../tables.ts'
import { mount, sandboxAccount } from './account.ts'
import { openApi } from './api/server.ts'
import { deleteOldCalls } from './api/store.ts'
import { startDelivery } from './event/deliver.ts'
import { faultRoutes } from './fault/routes.ts'
import { siteRoutes } from './site/routes.ts'

type Parts = {
  database: Pick<Database, 'db' | 'migrate'>
  /** What the account's keys are made of. */
  secret: string
  log: FastifyBaseLogger
  /** The clinic's own origin. */
  publicUrl: string
  /** Waits of the deliveries, for those who can't wait so long: `waitAfter` so many attempts in seconds, and see `startDelivery`. */
  patience?: { waitAfter?: (attempts: number) => number; holdMs?: number }
}

/** A stand-in for Stripe that speaks its API (docs/decisions/0013). `account` is what a client of it needs, as if Stripe had
 *  given it out: `new Stripe(secretKey, api)`. */
export async function openStripeSandbox({ database, secret, log, publicUrl, patience = {} }: Parts) {
  const { db } = database
  const keys = sandboxAccount(secret)
  await database.migrate(sandboxTables)
  await deleteOldCalls(db)
  let delivery: ReturnType<typeof startDelivery> | undefined
  const common = { db, log, site: publicUrl + mount, onChange: () => delivery?.wake() }
  const api = await openApi({ ...common, secretKey: keys.secretKey })
  return {
    account: { ...keys, api: { host: api.host, port: api.port, protocol: api.protocol } },
    /** Adds what a page needs to the clinic's own server, and `/sandbox/stripe/faults`. */
    routes: async (app: App) => {
      faultRoutes(app, { ...common, secretKey: keys.secretKey })
      await siteRoutes(app, common)
    },
    /** Begins to deliver events to an address; until then they only wait. */
    startWebhooks: (to: string) => {
      delivery ??= startDelivery({ db, log, webhookSecret: keys.webhookSecret, to, ...patience })
    },
    close: async () => {
      await delivery?.close()
      await api.close()
    },
  }
}
