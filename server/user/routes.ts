import { isAdmin } from '#contract/access/roles.ts'
import { userCalls } from '#contract/calls/user.ts'
import { authorize } from '#server/access/authorize.ts'
import type { AccessTokens } from '#server/auth/token.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { tokenRefusals } from './refusals.ts'
import { findRole } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  tokens: AccessTokens
}

/** Registers the routes that issue access tokens and that tell whether a user is an admin. */
export function userRoutes(app: App, { db, identity, tokens }: Deps) {
  route(app, identity, userCalls.issueToken, async (request) => {
    const caller = identity.caller(request)
    authorize(caller, 'issue-token', request.params)
    if (request.body.email !== caller.email) throw problemOf(tokenRefusals, { reason: 'another-email' })
    return { token: await tokens.issue(caller) }
  })

  route(app, identity, userCalls.isAdmin, async (request) => {
    const caller = identity.caller(request)
    const { email } = request.params
    authorize(caller, 'read-role', { email })
    // The stored role, also while the caller's second factor is missing: the admin pages then lead to its set-up.
    return { admin: isAdmin({ role: await findRole(db, email) }) }
  })
}
