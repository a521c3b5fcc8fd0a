import { userCalls } from '#contract/calls/user.ts'
import { maxCounted, totalHeader } from '#contract/kit/list.ts'
import type { SecurityLog } from '#server/access/security-log.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { demote, promote } from './admin.ts'
import { demotionRefusals, promotionRefusals } from './refusals.ts'
import { listUsers } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  audit: Audit
  security: SecurityLog
  /** Whether everybody can become an admin, whose email is not confirmed too. */
  demo: boolean
}

/** Registers the routes by which admins list users and change roles. */
export function userAdminRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  roleRoutes(app, deps)
}

function listRoute(app: App, { db, identity, audit }: Deps) {
  route(app, identity, userCalls.listUsers, async (request, reply) => {
    const { search, page, limit } = request.query
    const { total, users } = await listUsers(db, request.query)
    const ids = users.map(({ id }) => id)
    if (search === '') await audit.recordRead(request, 'list-users', `page ${page}`, ids)
    else await audit.recordRead(request, 'search-patients', search, ids)
    // Beyond `maxCounted` the total does not tell.
    if (users.length === limit && (page * limit < total || total === maxCounted))
      linkNextPage(request, reply, { page, limit })
    reply.header(totalHeader, total)
    return users.map(({ name, email, role, emailVerified }) => ({ name, email, role, verified: emailVerified }))
  })
}

function roleRoutes(app: App, { db, identity, audit, security, demo }: Deps) {
  const deps = { db, security }
  route(app, identity, userCalls.makeAdmin, async (request) => {
    const { unconfirmed } = request.query
    const wish = { ...deps, allowUnconfirmed: demo || unconfirmed }
    const outcome = await promote(wish, request.params.email, audit.actorOf(request))
    if (outcome.ok) return { modifiedCount: outcome.modifiedCount }
    throw problemOf(promotionRefusals, outcome)
  })

  route(app, identity, userCalls.removeAdmin, async (request) => {
    const outcome = await demote(deps, request.params.email, audit.actorOf(request))
    if (outcome.ok) return { modifiedCount: outcome.modifiedCount }
    throw problemOf(demotionRefusals, outcome)
  })
}
