import { personCalls } from '#contract/calls/person.ts'
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
import { onePerson } from '../person-routes.ts'
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

const tag = 'account'

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
  const details = { identity, tag, problems: [403, 404, 409] }
  route(
    app,
    personCalls.sharePerson,
    {
      ...details,
      operationId: 'sharePerson',
      summary: 'Email a link by which another account may act for a person, too',
    },
    async (request, reply) => {
      await send(request, { patientId: request.params.id, ...request.body })
      return reply.code(204).send()
    },
  )
  route(
    app,
    personCalls.handOverPerson,
    {
      ...details,
      operationId: 'handOverPerson',
      summary: 'Email a link by which a person takes over their own record',
    },
    async (request, reply) => {
      await send(request, { patientId: request.params.id, email: request.body.email })
      return reply.code(204).send()
    },
  )
}

function sharedRoutes(app: App, { db, clock, identity, audit, shareTokens }: Deps) {
  route(
    app,
    personCalls.readShared,
    { identity, tag, operationId: 'readShared', summary: 'What a link offers its recipient', problems: [404, 409] },
    async (request) => {
      const outcome = await readShared(db, audit.actorOf(request), shareTokens.read(request.body.token), clock())
      if (!outcome.ok) throw problemOf(acceptRefusals, outcome)
      return outcome.shared
    },
  )
  route(
    app,
    personCalls.acceptPerson,
    {
      ...{ identity, tag, operationId: 'acceptPerson', problems: [403, 404, 409] },
      summary: 'Act for a person whom another account has shared, or take over one’s own record',
    },
    async (request) => {
      const { token, birthDate, keepsAccess } = request.body
      const caller = identity.caller(request)
      const offered = shareTokens.read(token)
      if (offered && offered.relation === undefined) requireConfirmedEmail(caller)
      const accepting = { birthDate, keepsAccess, now: clock() }
      const outcome = await acceptShare(db, audit.actorOf(request), offered, accepting)
      if (!outcome.ok) throw problemOf(acceptRefusals, outcome)
      return onePerson(db, caller.userId, outcome.id)
    },
  )
}

function recordRoutes(app: App, { identity, audit, ...deps }: Deps) {
  route(
    app,
    personCalls.findOwnRecord,
    { identity, tag, operationId: 'findOwnRecord', summary: 'Whether the clinic has a record with the caller’s email' },
    (request) => findOwnRecord(deps.db, identity.caller(request)),
  )
  route(
    app,
    personCalls.claimRecord,
    {
      ...{ identity, tag, operationId: 'claimRecord', problems: [403, 409] },
      summary: 'Reach a record of the clinic’s by its birth date or by a code of the desk',
    },
    async (request) => {
      const caller = identity.caller(request)
      requireConfirmedEmail(caller)
      const outcome = await claimRecord(deps, audit.actorOf(request), request.body)
      if (!outcome.ok) throw problemOf(claimRefusals, outcome)
      return onePerson(deps.db, caller.userId, outcome.id)
    },
  )
}

function endRoutes(app: App, { db, identity, audit }: Deps) {
  route(
    app,
    personCalls.leavePerson,
    {
      identity,
      tag,
      operationId: 'leavePerson',
      summary: 'End that the account may act for a person',
      problems: [404, 409],
    },
    async (request, reply) => {
      const outcome = await leavePerson(db, audit.actorOf(request), request.params.id)
      if (!outcome.ok) throw problemOf(endRefusals, outcome)
      return reply.code(204).send()
    },
  )
  const details = { identity, tag, problems: [404] }
  route(
    app,
    personCalls.endAccess,
    { ...details, operationId: 'endAccess', summary: 'End that another account may act for the caller' },
    async (request, reply) => {
      const { id: patientId, userId } = request.params
      const outcome = await endAccess(db, audit.actorOf(request), { patientId, userId })
      if (!outcome.ok) throw problemOf(endRefusals, outcome)
      return reply.code(204).send()
    },
  )
  route(
    app,
    personCalls.agreeAccess,
    { ...details, operationId: 'agreeAccess', summary: 'Agree that another account sees the caller’s appointments' },
    async (request, reply) => {
      const { id: patientId, userId } = request.params
      const outcome = await agreeAccess(db, audit.actorOf(request), { patientId, userId })
      if (!outcome.ok) throw problemOf(endRefusals, outcome)
      return reply.code(204).send()
    },
  )
}
