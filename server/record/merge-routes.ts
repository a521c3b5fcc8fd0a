import { recordCalls } from '#contract/calls/record.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { merge, previewMerge } from './merge.ts'
import { mergeRefusals, undoRefusals } from './refusals.ts'
import { undoMerge } from './undo.ts'

type Deps = { db: Db; clock: () => Date; identity: Identity; audit: Audit }

/** Registers the routes by which staff make one record of two, and two of one again. */
export function mergeRoutes(app: App, deps: Deps) {
  mergeRoute(app, deps)
  undoRoute(app, deps)
}

function mergeRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, recordCalls.previewMerge, async (request) => {
    const pair = { kept: request.params.id, former: request.query.former }
    const outcome = await previewMerge(deps, pair)
    if (!outcome.ok) throw problemOf(mergeRefusals, outcome)
    const { kept, former } = outcome.preview
    await audit.recordRead(request, 'read-patient', `${kept.name} and ${former.name}`, [kept._id, former._id])
    return outcome.preview
  })
  route(app, identity, recordCalls.mergePatients, async (request) => {
    const { former, values } = request.body
    const by = { record: audit.recordFor(request), actor: identity.caller(request).email }
    const outcome = await merge(deps.db, { kept: request.params.id, former }, values, by)
    if (!outcome.ok) throw problemOf(mergeRefusals, outcome)
    return { success: true as const, overlaps: outcome.overlaps }
  })
}

function undoRoute(app: App, { db, clock, identity, audit }: Deps) {
  route(app, identity, recordCalls.undoMerge, async (request) => {
    const { id: patientId, joinId } = request.params
    const by = { record: audit.recordFor(request), actor: identity.caller(request).email, now: clock() }
    const outcome = await undoMerge(db, { patientId, joinId }, by)
    if (!outcome.ok) throw problemOf(undoRefusals, outcome)
    return { success: true as const }
  })
}
