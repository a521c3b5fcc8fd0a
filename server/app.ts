import type { AppDeps } from './app/deps.ts'
import { keepClinic } from './app/first-clinic.ts'
import { openHttp } from './app/http.ts'
import { openServices } from './app/services.ts'
import type { App } from './http/app-type.ts'

/** Opens the server without listening yet. `app.close()` closes everything that this function opened; the caller closes
 *  the database. */
export async function openApp(deps: AppDeps): Promise<App> {
  const clinic = await keepClinic(deps)
  return openHttp(deps, await openServices(deps, clinic))
}
