import { waitingListCalls } from '#contract/calls/waiting-list.ts'
import type { Money } from '#contract/kit/money.ts'
import { actorByLink, type RecordAudit } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { type Announcing, announceChange } from '#server/booking/announce-change.ts'
import type { Db } from '#server/database/db.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import { problemOf } from '#server/http/refusal.ts'
import { publicRoute } from '#server/http/route.ts'
import { leave } from '../leave.ts'
import { takeRefusals } from '../refusals.ts'
import { findByToken, toLinked } from './offer-of-link.ts'
import { takeOffer } from './take-offer.ts'
import type { OfferTokens } from './token.ts'

type Deps = Announcing & { db: Db; clinic: () => Promise<Money>; offerTokens: OfferTokens }

/** Registers the routes for the links in offers of earlier times, which need no sign-in. All are POST: the token stays
 *  out of addresses and logs, and a scanner that opens links books nothing (docs/decisions/0034, 0084). */
export function offerLinkRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  takeRoute(app, deps)
  leaveRoute(app, deps)
}

function readRoute(app: App, deps: Deps) {
  publicRoute(app, waitingListCalls.readWaitingOffer, async ({ body: { token } }) =>
    toLinked(deps, await findByToken(deps, token)),
  )
}

function takeRoute(app: App, deps: Deps) {
  publicRoute(app, waitingListCalls.takeOffer, async ({ body: { token, price }, ip }) => {
    const seen = price === undefined ? undefined : requestedCents(price, await deps.clinic(), 'price')
    const found = await findByToken(deps, token)
    const outcome = await takeOffer(deps, found, seen, actorByLink(found.entry.patientId, ip))
    if (!outcome.ok) {
      // The patient saw it as free, perhaps because a notification was lost.
      deps.calendar.invalidate(found.date)
      throw problemOf(takeRefusals(await deps.clinic()), outcome)
    }
    const dates = [found.date, outcome.formerDate].filter((date) => date !== undefined)
    announceChange(deps, dates)
    return { success: true as const, offer: await toLinked(deps, await findByToken(deps, token)) }
  })
}

function leaveRoute(app: App, deps: Deps) {
  publicRoute(app, waitingListCalls.leaveByOffer, async ({ body: { token }, ip }) => {
    const found = await findByToken(deps, token)
    const actor = actorByLink(found.entry.patientId, ip)
    const record: RecordAudit = (tx, action, target, personIds = []) =>
      appendAudit(tx, { ...actor, action, target, personIds })
    // Whoever has left already is where they wanted to be.
    await leave(deps.db, { id: found.entry.id, reason: 'left', now: deps.calendar.clock() }, record)
    return { success: true as const }
  })
}
