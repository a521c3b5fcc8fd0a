import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/open.ts'
import type { App } from '#server/http/app-type.ts'
import { mount, sandboxAccount } from './account.ts'
import { openApi } from './api/server.ts'
import { deleteOldCalls } from './api/store.ts'
import { siteRoutes } from './site/routes.ts'

type Parts = {
  db: Db
  /** What the account's keys are made of. */
  secret: string
  log: FastifyBaseLogger
  /** The clinic's own origin. */
  publicUrl: string
}

/** A stand-in for Stripe that speaks its API (docs/decisions/0013). `account` is what a client of it needs, as if Stripe had
 *  given it out: `new Stripe(secretKey, api)`. */
export async function openStripeSandbox({ db, secret, log, publicUrl }: Parts) {
  const keys = sandboxAccount(secret)
  await deleteOldCalls(db)
  const common = { db, log, site: publicUrl + mount, onChange: () => {} }
  const api = await openApi({ ...common, secretKey: keys.secretKey })
  return {
    account: { ...keys, api: { host: api.host, port: api.port, protocol: api.protocol } },
    /** Adds what a page needs to the clinic's own server. */
    routes: (app: App) => siteRoutes(app, common),
    close: async () => {
      await api.close()
    },
  }
}
