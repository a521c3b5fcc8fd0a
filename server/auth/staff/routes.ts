import { accountCalls } from '#contract/calls/account.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { toDevice } from '../account/device.ts'
import { listSessions } from '../account/store.ts'
import type { SendMail } from '../better-auth.ts'
import { staffRefusals } from '../refusals.ts'
import { findUser } from '../store.ts'
import { signOutEverywhere, takeSecondFactor } from './account.ts'

type Deps = {
  db: Db
  identity: Identity
  sendMail: SendMail
  audit: Audit
}

/** Registers the routes by which admins see where a person is signed in, sign them out, and remove the second factor of
 *  somebody who lost it. */
export function staffAccountRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  endRoute(app, deps)
  removeSecondFactorRoute(app, deps)
}

function listRoute(app: App, { db, identity, audit }: Deps) {
  route(app, identity, accountCalls.listSessions, async (request) => {
    const found = await findKnown(db, request.params.email)
    await audit.recordRead(request, 'read-sessions', request.params.email, [found.id])
    const { sessionId } = identity.caller(request)
    return (await listSessions(db, found.id)).map((row) => toDevice(row, sessionId))
  })
}

function endRoute(app: App, { db, identity, audit }: Deps) {
  route(app, identity, accountCalls.endSessions, async (request, reply) => {
    const found = await findKnown(db, request.params.email)
    await signOutEverywhere(db, found, audit.recordFor(request))
    return reply.code(204).send()
  })
}

function removeSecondFactorRoute(app: App, { db, identity, audit, sendMail }: Deps) {
  route(app, identity, accountCalls.removeSecondFactor, async (request, reply) => {
    const { email: target } = request.params
    if (target === identity.caller(request).email) throw problemOf(staffRefusals, { reason: 'own-second-factor' })
    const found = await findKnown(db, target)
    const outcome = await takeSecondFactor(db, found, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(staffRefusals, outcome)
    await sendMail({ kind: 'second-factor-changed', recipient: target })
    return reply.code(204).send()
  })
}

async function findKnown(db: Db, address: string) {
  const found = await findUser(db, address)
  if (!found) throw problemOf(staffRefusals, { reason: 'unknown-user' })
  return { id: found.id, email: address }
}
