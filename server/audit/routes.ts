import { auditPage, auditQuery } from '#contract/audit.ts'
import type { Db } from '#server/database/open.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { listAudit } from './store.ts'

/** What admins did, for admins. */
export function auditRoutes(app: App, { db, identity }: { db: Db; identity: Identity }) {
  app.get(
    '/audit',
    {
      onRequest: [identity.admin],
      schema: { tags: ['audit'], querystring: auditQuery, response: { 200: auditPage } },
    },
    async ({ query: { before, limit } }) => {
      // One more than asked for tells whether there is an older one.
      const rows = await listAudit(db, { before, limit: limit + 1 })
      const entries = rows.slice(0, limit).map(({ id, email, action, subject, at, clientAddress }) => ({
        _id: id,
        who: email,
        what: action,
        whom: subject,
        at: at.toISOString(),
        from: clientAddress,
      }))
      return { entries, older: rows.length > limit ? (entries.at(-1)?._id ?? null) : null }
    },
  )
}
