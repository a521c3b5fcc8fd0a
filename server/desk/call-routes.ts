import { attentionCalls } from '#contract/calls/attention.ts'
import { listCalls } from '#server/appointment/patient-call-store.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findReachedLimit } from '#server/text-message/limit-store.ts'
import { toPatientCall } from './attention-answers.ts'
import { markCalled } from './mark-called.ts'
import { callRefusals } from './refusals.ts'

type Deps = { db: Db; identity: Identity; audit: Audit }

/** Registers the routes about patients whom staff tell by phone what became of an appointment. */
export function callRoutes(app: App, { db, identity, audit }: Deps) {
  const answer = async () => {
    const [{ open, called }, textLimit] = await Promise.all([listCalls(db), findReachedLimit(db)])
    return {
      ...{ open: open.map(toPatientCall), called: called.map(toPatientCall) },
      ...(textLimit !== undefined && { textLimit }),
    }
  }
  route(app, identity, attentionCalls.listCalls, async (request) => {
    const calls = await answer()
    const persons = [...new Set([...calls.open, ...calls.called].map(({ patientId }) => patientId))]
    if (persons.length > 0) await audit.recordRead(request, 'list-calls', 'the patients to call', persons)
    return calls
  })
  route(app, identity, attentionCalls.markCalled, async (request) => {
    const by = request.body.called ? identity.caller(request).email : null
    const outcome = await markCalled(db, request.params.id, by, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(callRefusals, outcome)
    return answer()
  })
}
