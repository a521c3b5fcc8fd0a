import type { App } from '#server/http/app-type.ts'
import { standInAccount } from './account.ts'
import { type StandInDeps, standInRoutes } from './routes.ts'

/** Opens the stand-in for Google. `account` is what a client of it needs, as if Google had issued it. */
export function openGoogleStandIn(deps: StandInDeps) {
  return {
    account: standInAccount(deps),
    addRoutes: (app: App) => standInRoutes(app, deps),
  }
}
