import { attentionCalls } from '#contract/calls/attention.ts'
import type { Money } from '#contract/kit/money.ts'
import { listAsked } from '#server/appointment/notice-store.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Announcing } from '#server/booking/announce-change.ts'
import { listContacts } from '#server/booking/store.ts'
import { namesOfDoctors } from '#server/calendar/store.ts'
import type { RuleChanges } from '#server/calendar-change/rule-changes.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { refundLimitOf } from '#server/payment/refund/limit.ts'
import { reconcileSoon } from '#server/payment/settlement/jobs.ts'
import { listPlaces, resolve } from './attention.ts'
import { toAttentionItem, toMovePlan } from './attention-answers.ts'
import { planMoves } from './plan-moves.ts'
import { resolutionRefusals } from './refusals.ts'
import { resolveMany } from './resolve-many.ts'

type Deps = Announcing & {
  db: Db
  jobs: Jobs
  identity: Identity
  audit: Audit
  ruleChanges: RuleChanges
  clinic: () => Promise<Money>
}

/** Registers the routes by which staff resolve appointments that do not fit the rules. */
export function attentionRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  timesRoute(app, deps)
  resolveRoute(app, deps)
  manyRoutes(app, deps)
}

function listRoute(app: App, { db, identity, ruleChanges, audit }: Deps) {
  route(app, identity, attentionCalls.listAttention, async (request) => {
    const [misfits, names] = await Promise.all([ruleChanges.listMisfits(), namesOfDoctors(db)])
    const persons = [...new Set(misfits.map(({ appointment }) => appointment.patientId))]
    if (persons.length > 0)
      await audit.recordRead(request, 'read-appointment', 'the appointments that need attention', persons)
    const ids = misfits.map(({ appointment }) => appointment.id)
    const [asked, contacts] = await Promise.all([listAsked(db, ids), listContacts(db, ids, 'change')])
    return misfits.flatMap((misfit) => {
      const contact = contacts.get(misfit.appointment.id)
      // One without a contact is gone meanwhile.
      return contact ? [toAttentionItem(misfit, contact, { names, asked })] : []
    })
  })
}

function timesRoute(app: App, { identity, ...deps }: Deps) {
  route(app, identity, attentionCalls.listMoveTimes, async ({ params: { id }, query: { date } }) => {
    const found = await listPlaces(deps, id, date)
    if (!found) throw problemOf(resolutionRefusals, { reason: 'unknown-appointment' })
    const { rules, places } = found
    return places.map(({ slot, doctors }) => ({
      slot,
      doctors: rules.doctors
        .filter(({ id: doctor }) => doctors.includes(doctor))
        .map((doctor) => ({ _id: doctor.id, name: doctor.name })),
    }))
  })
}

function resolveRoute(app: App, { identity, audit, ruleChanges, ...deps }: Deps) {
  route(app, identity, attentionCalls.resolveAttention, async (request) => {
    const refundLimit = await refundLimitOf(deps.db, identity.caller(request), await deps.clinic())
    const by = { record: audit.recordFor(request), refundLimit }
    const outcome = await resolve(deps, request.params.id, request.body, by)
    if (!outcome.ok) throw problemOf(resolutionRefusals, outcome)
    deps.calendar.invalidateAll()
    deps.notices.soon()
    if (request.body.action === 'cancel') reconcileSoon(deps)
    return { needAttention: (await ruleChanges.listMisfits()).length }
  })
}

function manyRoutes(app: App, { identity, audit, ruleChanges, ...deps }: Deps) {
  route(app, identity, attentionCalls.planMoves, async ({ body: { ids } }) =>
    toMovePlan(await planMoves(deps, ids), await namesOfDoctors(deps.db)),
  )
  route(app, identity, attentionCalls.resolveMany, async (request) => {
    const by = {
      record: audit.recordFor(request),
      refundLimit: await refundLimitOf(deps.db, identity.caller(request), await deps.clinic()),
    }
    const results = await resolveMany(deps, request.body, by)
    deps.calendar.invalidateAll()
    deps.notices.soon()
    if (request.body.action === 'cancel') reconcileSoon(deps)
    return { results, needAttention: (await ruleChanges.listMisfits()).length }
  })
}
