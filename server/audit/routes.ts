import { auditCalls } from '#contract/calls/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { route } from '#server/http/route.ts'
import type { Audit } from './audit.ts'
import { listAudit } from './store.ts'

type Deps = { db: Db; identity: Identity; audit: Audit }

/** Registers the route by which admins read the audit trail. */
export function auditRoutes(app: App, { db, identity, audit }: Deps) {
  route(app, identity, auditCalls.listAudit, async (request) => {
    const { before, limit } = request.query
    // One more than the limit shows whether there is a next page.
    const rows = await listAudit(db, { before, limit: limit + 1 })
    // The same for every page and about nobody, so that the trail does not grow with its own pages.
    await audit.recordRead(request, 'read-audit', 'the activity of staff and patients', [])
    const entries = rows.slice(0, limit).map(({ id, actor, action, target, at, ip }) => ({
      _id: id,
      actor,
      action,
      target,
      at: at.toISOString(),
      ip,
    }))
    return { entries, nextCursor: rows.length > limit ? (entries.at(-1)?._id ?? null) : null }
  })
}
