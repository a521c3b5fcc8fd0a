import { personCalls } from '#contract/calls/person.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { refused } from '#contract/kit/outcome.ts'
import type { Relation } from '#contract/patient/patient.ts'
import { pages } from '#contract/site/pages.ts'
import { requireConfirmedEmail } from '#server/access/authorize.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Caller, Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { acceptShare, addPerson, changePerson, endAccess, leavePerson, listPersons } from './persons.ts'
import { acceptRefusals, personRefusals } from './refusals.ts'
import type { ShareTokens } from './share-token.ts'

type Deps = {
  db: Db
  clock: () => Date
  jobs: Jobs
  publicUrl: string
  identity: Identity
  audit: Audit
  shareTokens: ShareTokens
  clinic: () => Promise<ClinicData>
}

const shareLifetimeMs = 7 * 86_400_000
const tag = 'account'

/** Registers the routes for the people for whom an account may act: the own patient, children, others. */
export function personRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  addRoute(app, deps)
  changeRoute(app, deps)
  leaveRoute(app, deps)
  shareRoute(app, deps)
  acceptRoute(app, deps)
  endAccessRoute(app, deps)
}

function listRoute(app: App, { db, identity }: Deps) {
  const summary = 'The people for whom the account may act, its own patient first'
  route(app, personCalls.listPersons, { identity, tag, operationId: 'listPersons', summary }, (request) =>
    listPersons(db, identity.caller(request).userId),
  )
}

function addRoute(app: App, { db, identity }: Deps) {
  const summary = 'Add a person for whom the account may act'
  route(
    app,
    personCalls.addPerson,
    { identity, tag, operationId: 'addPerson', summary, problems: [409] },
    async (request, reply) => {
      const { userId } = identity.caller(request)
      const outcome = await addPerson(db, userId, request.body)
      if (!outcome.ok) throw problemOf(personRefusals, outcome)
      return reply.code(201).send(await onePerson(db, userId, outcome.id))
    },
  )
}

function changeRoute(app: App, { db, identity, clinic }: Deps) {
  const summary = 'Change the data of a person for whom the account may act'
  route(
    app,
    personCalls.changePerson,
    { identity, tag, operationId: 'changePerson', summary, problems: [404, 409] },
    async (request) => {
      const { userId, email } = identity.caller(request)
      const { id } = request.params
      const { country } = await clinic()
      const outcome = await changePerson(db, { userId, email, country }, id, request.body)
      if (!outcome.ok) throw problemOf(personRefusals, outcome)
      return onePerson(db, userId, id)
    },
  )
}

function leaveRoute(app: App, { db, identity, audit }: Deps) {
  const summary = 'End that the account may act for a person'
  route(
    app,
    personCalls.leavePerson,
    { identity, tag, operationId: 'leavePerson', summary, problems: [404, 409] },
    async (request, reply) => {
      const outcome = await leavePerson(db, audit.actorOf(request), request.params.id)
      if (!outcome.ok) throw problemOf(personRefusals, outcome)
      return reply.code(204).send()
    },
  )
}

function shareRoute(app: App, { db, clock, jobs, publicUrl, identity, shareTokens }: Deps) {
  const summary = 'Email a link by which another account may act for a person, too'
  route(
    app,
    personCalls.sharePerson,
    { identity, tag, operationId: 'sharePerson', summary, problems: [403, 404, 409] },
    async (request, reply) => {
      const caller = identity.caller(request)
      requireConfirmedEmail(caller)
      const { email, relation } = request.body
      const patientId = await shareable(db, caller, request.params.id, relation)
      const until = clock().getTime() + shareLifetimeMs
      const token = shareTokens.issue({ patientId, userId: caller.userId, email, relation, until })
      const link = `${publicUrl}${pages.sharedPatient}#token=${token}`
      await addMail(db, jobs, { kind: 'share-patient', recipient: email, link, sharedBy: caller.email })
      jobs.wake(emails)
      return reply.code(204).send()
    },
  )
}

/** Returns the id of a person whom the caller may share: the own patient with somebody who acts for them, anybody else
 *  also with themselves.
 *  @throws ProblemError 404 or 409 */
async function shareable(db: Db, { userId }: Caller, patientId: string, relation: Relation): Promise<string> {
  const [found] = await listPersons(db, userId, patientId)
  if (!found) throw problemOf(personRefusals, refused('unknown-person'))
  if (!found.isEditable) throw problemOf(personRefusals, refused('has-own-account'))
  if (found.relation === 'self' && relation === 'self') throw problemOf(personRefusals, refused('own-person'))
  return found._id
}

function acceptRoute(app: App, { db, clock, identity, audit, shareTokens }: Deps) {
  const summary = 'Act for a person whom another account has shared'
  route(
    app,
    personCalls.acceptPerson,
    { identity, tag, operationId: 'acceptPerson', summary, problems: [404, 409] },
    async (request) => {
      const share = shareTokens.read(request.body.token)
      const outcome = await acceptShare(db, audit.actorOf(request), share, clock())
      if (!outcome.ok) throw problemOf(acceptRefusals, outcome)
      return onePerson(db, identity.caller(request).userId, outcome.id)
    },
  )
}

function endAccessRoute(app: App, { db, identity, audit }: Deps) {
  const summary = 'End that another account may act for the caller'
  route(
    app,
    personCalls.endAccess,
    { identity, tag, operationId: 'endAccess', summary, problems: [404] },
    async (request, reply) => {
      const { id: patientId, userId } = request.params
      const outcome = await endAccess(db, audit.actorOf(request), { patientId, userId })
      if (!outcome.ok) throw problemOf(personRefusals, outcome)
      return reply.code(204).send()
    },
  )
}

async function onePerson(db: Db, userId: string, id: string) {
  const [found] = await listPersons(db, userId, id)
  if (!found) throw problemOf(personRefusals, refused('unknown-person'))
  return found
}
