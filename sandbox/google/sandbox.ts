import type { FastifyBaseLogger } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Database } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import { sandboxTables } from '../tables.ts'
import { sandboxAccount } from './account.ts'
import { mountProvider } from './mount.ts'
import { pageHeaders } from './site/chooser.ts'
import { chooserRoutes } from './site/routes.ts'
import { openUsers } from './user.ts'

type Deps = {
  database: Pick<Database, 'db' | 'migrate'>
  publicUrl: string
  secret: string
  /** All origins of the site. */
  origins: string[]
  /** Path of the site's OAuth callback. */
  callbackPath: string
  siteName: string
  log: FastifyBaseLogger
}

/** Opens a sandbox that replaces Google: an OpenID provider below /sandbox/google, with an account chooser that asks
 *  for no password. `account` has the client credentials, as if Google had issued them. */
export async function openGoogleSandbox({ database, publicUrl, secret, origins, callbackPath, siteName, log }: Deps) {
  const { db } = database
  await database.migrate(sandboxTables)
  const account = sandboxAccount({ publicUrl, secret })
  const users = openUsers(db)
  const headers = pageHeaders(origins)
  let provider: Promise<Provider> | undefined
  // Imported for the first request: at start the import would take a quarter of a second.
  const getProvider = () => {
    provider ??= import('./provider.ts').then(({ openProvider }) => {
      const redirectUris = origins.map((origin) => origin + callbackPath)
      return openProvider({ db, publicUrl, account, redirectUris, users, secret, siteName, headers, log })
    })
    return provider
  }
  return {
    account,
    addRoutes: async (app: App) => {
      await app.register(async (scope) => chooserRoutes(scope, { getProvider, users, headers, siteName }))
      await app.register(async (scope) => mountProvider(scope, publicUrl, getProvider))
    },
  }
}
