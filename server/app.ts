import type { AppDeps } from './app/deps.ts'
import { keepClinic } from './app/first-clinic.ts'
import { openHttp } from './app/http.ts'
import { openServices } from './app/services.ts'
import type { Config } from './config/config.ts'
import type { App } from './http/app-type.ts'
import { openSeal } from './outside-service/seal.ts'
import { openOutsideServices, readAccounts } from './outside-service/services.ts'

/** Opens the server without listening yet. `app.close()` closes everything that this function opened; the caller closes
 *  the database. */
export async function openApp(deps: AppDeps): Promise<App> {
  const clinic = await keepClinic(deps)
  const outside = await openOutsideServices({ ...deps, db: deps.database.db })
  // The rest of this process keeps one account at Stripe, or the sandbox: payments of one are unknown to the other.
  const { stripe } = await outside.current()
  const complete = { ...deps, config: { ...deps.config, stripe } }
  return openHttp(complete, await openServices(complete, clinic, outside))
}

/** Returns the settings with the accounts that admins have entered on a page. */
export async function withEnteredAccounts({ config, database, secret }: AppDeps): Promise<Config> {
  return { ...config, ...(await readAccounts(database.db, openSeal(secret, config.previousSecret), config)) }
}
