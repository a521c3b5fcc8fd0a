import { recallCalls } from '#contract/calls/recall.ts'
import { actorByLink } from '#server/audit/audit.ts'
import { type Announcing, announceChange } from '#server/booking/announce-change.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import { problemOf } from '#server/http/refusal.ts'
import { publicRoute } from '#server/http/route.ts'
import { bookByRecall } from './book.ts'
import { findByToken, type LinkDeps, readPage } from './link.ts'
import { recallBookingRefusals } from './refusals.ts'
import { snooze, stopOrStart } from './snooze-or-stop.ts'

type Deps = LinkDeps & Announcing

/** Registers the routes for the links in invitations to come back, which need no sign-in. All are POST, as those about
 *  appointments (docs/decisions/0034). */
export function recallLinkRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  bookRoute(app, deps)
  snoozeRoute(app, deps)
  stopRoute(app, deps)
}

function readRoute(app: App, deps: Deps) {
  publicRoute(app, recallCalls.readRecall, async ({ body: { token, wanted } }) => readPage(deps, token, wanted))
}

function bookRoute(app: App, deps: Deps) {
  publicRoute(app, recallCalls.bookByRecall, async ({ body: { token, price, ...wish }, ip }) => {
    const { clinic } = await deps.calendar.rules()
    const priceCents = requestedCents(price, clinic, 'price')
    const { invited } = await findByToken(deps, token)
    const outcome = await bookByRecall(deps, invited.id, { ...wish, priceCents }, actorByLink(invited.id, ip))
    if (!outcome.ok) throw problemOf(recallBookingRefusals, outcome)
    announceChange(deps, [wish.date])
    return readPage(deps, token)
  })
}

function snoozeRoute(app: App, deps: Deps) {
  publicRoute(app, recallCalls.snoozeRecalls, async ({ body: { token, months }, ip }) => {
    const { invited } = await findByToken(deps, token)
    await snooze(deps, invited, months, actorByLink(invited.id, ip))
    return readPage(deps, token)
  })
}

function stopRoute(app: App, deps: Deps) {
  publicRoute(app, recallCalls.stopRecalls, async ({ body: { token, stopped }, ip }) => {
    const { invited } = await findByToken(deps, token)
    await stopOrStart(deps.db, invited, stopped, actorByLink(invited.id, ip))
    return readPage(deps, token)
  })
}
