import { recordCalls } from '#contract/calls/record.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { setDied } from './death.ts'
import { deathRefusals } from './refusals.ts'

type Deps = { db: Db; clock: () => Date; identity: Identity; audit: Audit }

/** Registers the routes by which staff note that a patient has died, and take it back. */
export function deathRoutes(app: App, { db, clock, identity, audit }: Deps) {
  route(app, identity, recordCalls.noteDeath, async (request) => {
    const outcome = await setDied(db, request.params.id, clock(), audit.recordFor(request))
    if (!outcome.ok) throw problemOf(deathRefusals, outcome)
    return { success: true as const }
  })
  route(app, identity, recordCalls.removeDeath, async (request) => {
    const outcome = await setDied(db, request.params.id, null, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(deathRefusals, outcome)
    return { success: true as const }
  })
}
