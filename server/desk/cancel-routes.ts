import { dayCalls } from '#contract/calls/day.ts'
import { type Money, toDollars } from '#contract/kit/money.ts'
import type { Audit } from '#server/audit/audit.ts'
import { type Announcing, announceChange } from '#server/booking/announce-change.ts'
import type { Db } from '#server/database/db.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { refundLimitOf } from '#server/payment/refund/limit.ts'
import { reconcileSoon } from '#server/payment/settlement/jobs.ts'
import { cancelByStaff } from './cancel.ts'
import { cancelRefusals } from './refusals.ts'

type Deps = Announcing & { db: Db; jobs: Jobs; identity: Identity; audit: Audit; clinic: () => Promise<Money> }

/** Registers the route by which staff cancel an appointment. */
export function staffCancelRoute(app: App, deps: Deps) {
  route(app, deps.identity, dayCalls.cancelAppointment, async (request) => {
    const { refund, note } = request.body
    const caller = deps.identity.caller(request)
    const money = await deps.clinic()
    const limit = await refundLimitOf(deps.db, caller, money)
    const choice = { refund: requestedCents(refund, money, 'refund'), note, requestedBy: caller.email, limit }
    const outcome = await cancelByStaff(deps.db, request.params.id, choice, deps.audit.recordFor(request))
    if (!outcome.ok) throw problemOf(cancelRefusals, outcome)
    announceChange(deps, [outcome.booking.date])
    reconcileSoon(deps)
    return { success: true as const, ...(outcome.refund > 0 && { refund: toDollars(outcome.refund) }) }
  })
}
