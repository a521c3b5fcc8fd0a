import { recallCalls } from '#contract/calls/recall.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import { type Announcing, announceChange } from '#server/booking/announce.ts'
import { requestedCents } from '#server/http/amount.ts'
import type { App } from '#server/http/app-type.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { bookByRecall } from './book.ts'
import { dayOf, findByToken, type LinkDeps, readPage } from './link.ts'
import { setSnoozed, setStopped } from './link-store.ts'
import { recallBookingRefusals } from './refusals.ts'

type Deps = LinkDeps & Announcing

const tag = 'recall'
const problems = [404]

/** Registers the routes for the links in invitations to come back, which need no sign-in. All are POST, as those about
 *  appointments (docs/decisions/0034). */
export function recallLinkRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  bookRoute(app, deps)
  snoozeRoute(app, deps)
  stopRoute(app, deps)
}

function readRoute(app: App, deps: Deps) {
  route(
    app,
    recallCalls.readRecall,
    { tag, operationId: 'readRecall', summary: 'The invitation of a link in an email, with free times', problems },
    async ({ body: { token, wanted } }) => readPage(deps, token, wanted),
  )
}

function bookRoute(app: App, deps: Deps) {
  route(
    app,
    recallCalls.bookByRecall,
    {
      tag,
      operationId: 'bookByRecall',
      summary: 'Book a time by the link in an invitation',
      problems: [404, 409],
      config: {
        ifUncertain: 'We don’t know whether this was booked. Open the link in your email again before you try again.',
      },
    },
    async ({ body: { token, price, ...wish }, ip }) => {
      const { clinic } = await deps.calendar.rules()
      const priceCents = requestedCents(price, clinic, 'price')
      const { invited } = await findByToken(deps, token)
      const outcome = await bookByRecall(deps, invited.id, { ...wish, priceCents }, byLink(invited.id, ip))
      if (!outcome.ok) throw problemOf(recallBookingRefusals, outcome)
      announceChange(deps, [wish.date])
      return readPage(deps, token)
    },
  )
}

function snoozeRoute(app: App, deps: Deps) {
  route(
    app,
    recallCalls.snoozeRecalls,
    { tag, operationId: 'snoozeRecalls', summary: 'Put invitations off by the link in one', problems },
    async ({ body: { token, months }, ip }) => {
      const { invited } = await findByToken(deps, token)
      const day = await dayOf(deps.calendar)
      await deps.db.transaction(async (tx) => {
        await setSnoozed(tx, invited.id, months, day)
        const entry = { action: 'snooze-recalls' as const, target: invited.name, personIds: [invited.id] }
        await appendAudit(tx, { ...byLink(invited.id, ip), ...entry })
      })
      return readPage(deps, token)
    },
  )
}

function stopRoute(app: App, deps: Deps) {
  route(
    app,
    recallCalls.stopRecalls,
    { tag, operationId: 'stopRecalls', summary: 'Stop invitations by the link in one, or start them again', problems },
    async ({ body: { token, stopped }, ip }) => {
      const { invited } = await findByToken(deps, token)
      await deps.db.transaction(async (tx) => {
        await setStopped(tx, invited.id, stopped)
        const action = stopped ? ('stop-recalls' as const) : ('start-recalls' as const)
        await appendAudit(tx, { ...byLink(invited.id, ip), action, target: invited.name, personIds: [invited.id] })
      })
      return readPage(deps, token)
    },
  )
}

const byLink = (userId: string, ip: string): AuditActor => ({ userId, actor: 'Link in an email', ip })
