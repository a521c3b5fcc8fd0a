import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/open.ts'
import { sandboxAccount } from './account.ts'
import { openApi } from './api/server.ts'
import { deleteOldCalls } from './api/store.ts'

type Parts = {
  db: Db
  /** What the account's keys are made of. */
  secret: string
  log: FastifyBaseLogger
  /** The clinic's own origin. */
  publicUrl: string
}

/** Where the sandbox's pages are, on the clinic's own server. */
export const mount = '/sandbox/stripe'

/** A stand-in for Stripe that speaks its API (docs/decisions/0013). `account` is what a client of it needs, as if Stripe had
 *  given it out: `new Stripe(secretKey, api)`. */
export async function openStripeSandbox({ db, secret, log, publicUrl }: Parts) {
  const keys = sandboxAccount(secret)
  await deleteOldCalls(db)
  const api = await openApi({ db, log, secretKey: keys.secretKey, site: publicUrl + mount, onChange: () => {} })
  return {
    account: { ...keys, api: { host: api.host, port: api.port, protocol: api.protocol } },
    close: async () => {
      await api.close()
    },
  }
}
