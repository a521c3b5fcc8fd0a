import { accountCalls } from '#contract/calls/account.ts'
import { pages } from '#contract/site/pages.ts'
import { requireConfirmedEmail } from '#server/access/authorize.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { SendMail } from '../better-auth.ts'
import { isDemoAdmin } from '../demo.ts'
import { accountRefusals, emailRefusals } from '../refusals.ts'
import { askEmailChange, changeEmail, type EmailTokens, withdrawEmailChange } from './email-change.ts'
import { findEmailChange } from './email-change-store.ts'

type Deps = {
  db: Db
  clock: () => Date
  publicUrl: string
  identity: Identity
  audit: Audit
  sendMail: SendMail
  emailTokens: EmailTokens
}

/** Registers the routes by which an account gets another email: it counts once its owner, signed in, opens the link
 *  there. Until then they see it and can withdraw it. */
export function emailRoutes(app: App, deps: Deps) {
  askRoute(app, deps)
  confirmRoute(app, deps)
  pendingRoutes(app, deps)
}

function askRoute(app: App, { db, clock, publicUrl, identity, audit, sendMail, emailTokens }: Deps) {
  route(app, identity, accountCalls.changeEmail, async (request, reply) => {
    const caller = identity.caller(request)
    if (isDemoAdmin(caller.email)) throw problemOf(accountRefusals, { reason: 'advertised-password' })
    // Whoever signed up with the address of somebody else does not get the records of a third person.
    requireConfirmedEmail(caller)
    const { email } = request.body
    const token = emailTokens.issue(await askEmailChange(db, audit.actorOf(request), email, clock()))
    await sendMail({ kind: 'email-change-asked', recipient: caller.email })
    await sendMail({ kind: 'new-email', recipient: email, link: `${publicUrl}${pages.newEmail}#token=${token}` })
    return reply.code(204).send()
  })
}

function confirmRoute(app: App, { db, clock, identity, audit, sendMail, emailTokens }: Deps) {
  route(app, identity, accountCalls.confirmEmail, async (request, reply) => {
    const actor = audit.actorOf(request)
    const outcome = await changeEmail(db, actor, emailTokens.read(request.body.token), clock())
    if (!outcome.ok) throw problemOf(emailRefusals, outcome)
    await sendMail({ kind: 'email-changed', recipient: actor.actor })
    return reply.code(204).send()
  })
}

function pendingRoutes(app: App, { db, clock, identity, audit }: Deps) {
  route(app, identity, accountCalls.getPendingEmail, async (request) => {
    const found = await findEmailChange(db, identity.caller(request).userId, clock())
    if (!found) return {}
    const { email, createdAt, expiresAt } = found
    return { pending: { email, askedAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() } }
  })
  route(app, identity, accountCalls.withdrawEmail, async (request, reply) => {
    await withdrawEmailChange(db, audit.actorOf(request))
    return reply.code(204).send()
  })
}
