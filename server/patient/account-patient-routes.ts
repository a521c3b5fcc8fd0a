import { accountPatientCalls } from '#contract/calls/account-patient.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { refused } from '#contract/kit/outcome.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { addAccountPatient, changeAccountPatient, listAccountPatients } from './account-patients.ts'
import { numbered, requireCallable } from './phone-check.ts'
import { personRefusals } from './refusals.ts'

type Deps = {
  db: Db
  identity: Identity
  audit: Audit
  clinic: () => Promise<ClinicData>
}

/** Registers the routes for the data of the people for whom an account may act: the own patient, children, others. */
export function accountPatientRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  addRoute(app, deps)
  changeRoute(app, deps)
}

function listRoute(app: App, { db, identity }: Deps) {
  route(app, identity, accountPatientCalls.listPersons, (request) =>
    listAccountPatients(db, identity.caller(request).userId),
  )
}

function addRoute(app: App, { db, identity, audit }: Deps) {
  route(app, identity, accountPatientCalls.addPerson, async (request, reply) => {
    const { userId } = identity.caller(request)
    const outcome = await addAccountPatient(db, audit.actorOf(request), request.body)
    if (!outcome.ok) throw problemOf(personRefusals, outcome)
    return reply.code(201).send(await oneAccountPatient(db, userId, outcome.id))
  })
}

function changeRoute(app: App, { db, identity, clinic }: Deps) {
  route(app, identity, accountPatientCalls.changePerson, async (request) => {
    const { userId, email } = identity.caller(request)
    const { id } = request.params
    const about = await clinic()
    const [known] = await listAccountPatients(db, userId, id)
    requireCallable(numbered('phones', request.body.phones), about.country, known?.phones)
    const outcome = await changeAccountPatient(db, { userId, email, clinic: about }, id, request.body)
    if (!outcome.ok) throw problemOf(personRefusals, outcome)
    return oneAccountPatient(db, userId, id)
  })
}

/** Returns a person for whom an account may act, as the answers to changes have it.
 *  @throws ProblemError 404 */
export async function oneAccountPatient(db: Db, userId: string, id: string) {
  const [found] = await listAccountPatients(db, userId, id)
  if (!found) throw problemOf(personRefusals, refused('unknown-person'))
  return found
}
