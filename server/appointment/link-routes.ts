import { linkCalls } from '#contract/calls/appointment-link.ts'
import { actorByLink } from '#server/audit/audit.ts'
import type { App } from '#server/http/app-type.ts'
import { publicRoute } from '#server/http/route.ts'
import { findByToken, toLinkedNow } from './link.ts'
import type { LinkTokens } from './link-token.ts'
import { type ChangeDeps, cancelOrRefuse, moveOrRefuse } from './routes.ts'

type Deps = ChangeDeps & { linkTokens: LinkTokens }

/** Registers the routes for the links in emails about appointments, which need no sign-in. All are POST: the token
 *  stays out of addresses and logs, and a scanner that opens links changes nothing (docs/decisions/0034). */
export function appointmentLinkRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  moveRoute(app, deps)
  cancelRoute(app, deps)
}

function readRoute(app: App, deps: Deps) {
  publicRoute(app, linkCalls.readLinkedAppointment, async ({ body: { token } }) =>
    toLinkedNow(deps.db, deps.calendar.clock(), await findByToken(deps, token, deps.calendar.clock())),
  )
}

function moveRoute(app: App, deps: Deps) {
  publicRoute(app, linkCalls.moveLinkedAppointment, async ({ body: { token, ...wish }, ip }) => {
    const found = await findByToken(deps, token, deps.calendar.clock())
    // Only whoever reads the patient's email has the link.
    const booking = await moveOrRefuse(deps, found, wish, actorByLink(found.patientId, ip), { hasConfirmedEmail: true })
    return { success: true as const, appointment: await toLinkedNow(deps.db, deps.calendar.clock(), booking) }
  })
}

function cancelRoute(app: App, deps: Deps) {
  publicRoute(app, linkCalls.cancelLinkedAppointment, async ({ body: { token, reason }, ip }) => {
    const found = await findByToken(deps, token, deps.calendar.clock())
    return cancelOrRefuse(deps, found, reason, actorByLink(found.patientId, ip))
  })
}
