import type { AppDeps } from './app/deps.ts'
import { openHttp } from './app/http.ts'
import { openServices } from './app/services.ts'
import { withKeptTimeZone } from './app/time-zone.ts'
import type { App } from './http/app-type.ts'

/** Opens the server without listening yet. `app.close()` closes everything that this function opened; the caller closes
 *  the database. */
export async function openApp(configured: AppDeps): Promise<App> {
  const deps = await withKeptTimeZone(configured)
  return openHttp(deps, await openServices(deps))
}
