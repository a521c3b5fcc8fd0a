import { refundCalls } from '#contract/calls/refund.ts'
import type { Money } from '#contract/kit/money.ts'
import type { Audit } from '#server/audit/audit.ts'
import { toResponse } from '#server/booking/response.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { PaymentDeps } from '../deps.ts'
import { reconcileSoon } from '../settlement/jobs.ts'
import { refundByStaff, retryByStaff } from './refund-by-staff.ts'
import { refundRefusals } from './refusals.ts'

type Deps = Pick<PaymentDeps, 'db' | 'jobs'> & {
  identity: Identity
  audit: Audit
  clinic: () => Promise<Money>
}

/** Registers the routes by which staff refund payments. */
export function refundRoutes(app: App, deps: Deps) {
  refundRoute(app, deps)
  retryRoute(app, deps)
}

function refundRoute(app: App, { db, jobs, identity, audit, clinic }: Deps) {
  route(app, identity, refundCalls.refundPayment, async (request) => {
    const { requestId: refundId, amount, ...wish } = request.body
    const money = await clinic()
    const by = { caller: identity.caller(request), money, record: audit.recordFor(request) }
    const refund = { refundId, amount: requestedCents(amount, money, 'amount'), ...wish }
    const outcome = await refundByStaff(db, request.params.id, refund, by)
    if (!outcome.ok) throw problemOf(refundRefusals, outcome)
    reconcileSoon({ db, jobs })
    return { success: true as const, booking: toResponse(outcome.booking) }
  })
}

function retryRoute(app: App, { db, jobs, identity, audit, clinic }: Deps) {
  route(app, identity, refundCalls.retryRefund, async (request) => {
    const by = { money: await clinic(), record: audit.recordFor(request) }
    const outcome = await retryByStaff(db, request.params.id, by)
    if (!outcome.ok) throw problemOf(refundRefusals, outcome)
    reconcileSoon({ db, jobs })
    return { success: true as const }
  })
}
