import { dayCalls } from '#contract/calls/day.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { mayKnowPatient } from '#server/desk/day.ts'
import { noteRefusals } from '#server/desk/refusals.ts'
import { findDeskBooking } from '#server/desk/store.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { readFacts } from './facts.ts'

type Deps = { db: Db; clock: () => Date; identity: Identity; audit: Audit }

/** Registers the route by which whoever treats a patient reads what they must know. The appointment of another dentist
 *  is unknown to them. */
export function factsRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, dayCalls.readPatientFacts, async (request) => {
    const caller = identity.caller(request)
    const found = await findDeskBooking(deps.db, request.params.id)
    if (!found || !mayKnowPatient(caller, found)) throw problemOf(noteRefusals, { reason: 'unknown-appointment' })
    const facts = await readFacts(deps, found, caller)
    await audit.recordRead(request, 'read-patient', `${found.patientName}, from an appointment`, [found.patientId])
    return facts
  })
}
