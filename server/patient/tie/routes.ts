import { accountPatientCalls } from '#contract/calls/account-patient.ts'
import type { otherRelations } from '#contract/patient/patient.ts'
import { pages } from '#contract/site/pages.ts'
import { requireConfirmedEmail } from '#server/access/authorize.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { oneAccountPatient } from '../account-patient-routes.ts'
import { agreeAccess, endAccess, leavePerson } from './end.ts'
import { claimRecord, findOwnRecord, type RecordCodes } from './own-record.ts'
import { acceptRefusals, claimRefusals, endRefusals, shareRefusals } from './refusals.ts'
import { acceptShare, readShared, share } from './share.ts'
import type { ShareTokens } from './share-token.ts'

type Deps = {
  db: Db
  clock: () => Date
  jobs: Jobs
  publicUrl: string
  identity: Identity
  audit: Audit
  shareTokens: ShareTokens
  recordCodes: RecordCodes
}

/** Registers the routes by which accounts begin and end to act for patients (docs/decisions/0072). */
export function tieRoutes(app: App, deps: Deps) {
  shareRoutes(app, deps)
  sharedRoutes(app, deps)
  recordRoutes(app, deps)
  endRoutes(app, deps)
}

function shareRoutes(app: App, deps: Deps) {
  const { db, clock, jobs, publicUrl, identity, audit, shareTokens } = deps
  const send = async (
    request: Parameters<Identity['caller']>[0],
    offer: { patientId: string; email: string; relation?: (typeof otherRelations)[number] },
  ) => {
    const caller = identity.caller(request)
    requireConfirmedEmail(caller)
    const outcome = await share(db, audit.actorOf(request), offer, clock())
    if (!outcome.ok) throw problemOf(shareRefusals, outcome)
    const link = `${publicUrl}${pages.sharedPatient}#token=${shareTokens.issue(outcome.share)}`
    const kind = offer.relation === undefined ? 'hand-over-patient' : 'share-patient'
    const details = { link, sharedBy: caller.email, sharedName: outcome.name }
    await addMail(db, jobs, { kind, recipient: offer.email, ...details })
    jobs.wake(emails)
  }
  route(app, identity, accountPatientCalls.sharePerson, async (request, reply) => {
    await send(request, { patientId: request.params.id, ...request.body })
    return reply.code(204).send()
  })
  route(app, identity, accountPatientCalls.handOverPerson, async (request, reply) => {
    await send(request, { patientId: request.params.id, email: request.body.email })
    return reply.code(204).send()
  })
}

function sharedRoutes(app: App, { db, clock, identity, audit, shareTokens }: Deps) {
  route(app, identity, accountPatientCalls.readShared, async (request) => {
    const outcome = await readShared(db, audit.actorOf(request), shareTokens.read(request.body.token), clock())
    if (!outcome.ok) throw problemOf(acceptRefusals, outcome)
    return outcome.shared
  })
  route(app, identity, accountPatientCalls.acceptPerson, async (request) => {
    const { token, birthDate, keepsAccess } = request.body
    const caller = identity.caller(request)
    const offered = shareTokens.read(token)
    if (offered && offered.relation === undefined) requireConfirmedEmail(caller)
    const accepting = { birthDate, keepsAccess, now: clock() }
    const outcome = await acceptShare(db, audit.actorOf(request), offered, accepting)
    if (!outcome.ok) throw problemOf(acceptRefusals, outcome)
    return oneAccountPatient(db, caller.userId, outcome.id)
  })
}

function recordRoutes(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, accountPatientCalls.findOwnRecord, (request) => findOwnRecord(deps.db, identity.caller(request)))
  route(app, identity, accountPatientCalls.claimRecord, async (request) => {
    const caller = identity.caller(request)
    requireConfirmedEmail(caller)
    const outcome = await claimRecord(deps, audit.actorOf(request), request.body)
    if (!outcome.ok) throw problemOf(claimRefusals, outcome)
    return oneAccountPatient(deps.db, caller.userId, outcome.id)
  })
}

function endRoutes(app: App, { db, identity, audit }: Deps) {
  route(app, identity, accountPatientCalls.leavePerson, async (request, reply) => {
    const outcome = await leavePerson(db, audit.actorOf(request), request.params.id)
    if (!outcome.ok) throw problemOf(endRefusals, outcome)
    return reply.code(204).send()
  })
  route(app, identity, accountPatientCalls.endAccess, async (request, reply) => {
    const { id: patientId, userId } = request.params
    const outcome = await endAccess(db, audit.actorOf(request), { patientId, userId })
    if (!outcome.ok) throw problemOf(endRefusals, outcome)
    return reply.code(204).send()
  })
  route(app, identity, accountPatientCalls.agreeAccess, async (request, reply) => {
    const { id: patientId, userId } = request.params
    const outcome = await agreeAccess(db, audit.actorOf(request), { patientId, userId })
    if (!outcome.ok) throw problemOf(endRefusals, outcome)
    return reply.code(204).send()
  })
}
