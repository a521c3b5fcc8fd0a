import { personCalls } from '#contract/calls/person.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { refused } from '#contract/kit/outcome.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { addPerson, changePerson, listPersons } from './persons.ts'
import { numbered, requireCallable } from './phone-check.ts'
import { personRefusals } from './refusals.ts'

type Deps = {
  db: Db
  identity: Identity
  audit: Audit
  clinic: () => Promise<ClinicData>
}

/** Registers the routes for the data of the people for whom an account may act: the own patient, children, others. */
export function personRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  addRoute(app, deps)
  changeRoute(app, deps)
}

function listRoute(app: App, { db, identity }: Deps) {
  route(app, identity, personCalls.listPersons, (request) => listPersons(db, identity.caller(request).userId))
}

function addRoute(app: App, { db, identity, audit }: Deps) {
  route(app, identity, personCalls.addPerson, async (request, reply) => {
    const { userId } = identity.caller(request)
    const outcome = await addPerson(db, audit.actorOf(request), request.body)
    if (!outcome.ok) throw problemOf(personRefusals, outcome)
    return reply.code(201).send(await onePerson(db, userId, outcome.id))
  })
}

function changeRoute(app: App, { db, identity, clinic }: Deps) {
  route(app, identity, personCalls.changePerson, async (request) => {
    const { userId, email } = identity.caller(request)
    const { id } = request.params
    const about = await clinic()
    const [known] = await listPersons(db, userId, id)
    requireCallable(numbered('phones', request.body.phones), about.country, known?.phones)
    const outcome = await changePerson(db, { userId, email, clinic: about }, id, request.body)
    if (!outcome.ok) throw problemOf(personRefusals, outcome)
    return onePerson(db, userId, id)
  })
}

/** Returns a person for whom an account may act, as the answers to changes have it.
 *  @throws ProblemError 404 */
export async function onePerson(db: Db, userId: string, id: string) {
  const [found] = await listPersons(db, userId, id)
  if (!found) throw problemOf(personRefusals, refused('unknown-person'))
  return found
}
