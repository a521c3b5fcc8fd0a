import { deskPaymentCalls } from '#contract/calls/payment.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { route } from '#server/http/route.ts'
import { searchPayments } from './search.ts'

type Deps = { db: Db; identity: Identity; audit: Audit; clinic: () => Promise<{ country: string }> }

/** Registers the route by which staff find payments. */
export function paymentSearchRoutes(app: App, { db, identity, audit, clinic }: Deps) {
  route(app, identity, deskPaymentCalls.findPayments, async (request) => {
    const { search } = request.query
    const { patientIds, ...found } = await searchPayments(db, { search, country: (await clinic()).country })
    await audit.recordRead(request, 'read-appointment', `the payments that “${search}” finds`, patientIds)
    return found
  })
}
