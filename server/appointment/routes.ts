import type { z } from 'zod'
import type { CancelReason, cancelled } from '#contract/booking/change-booking.ts'
import { bookingChangeCalls } from '#contract/calls/change-booking.ts'
import { toDollars } from '#contract/kit/money.ts'
import { refused } from '#contract/kit/outcome.ts'
import { authorizeRow } from '#server/access/authorize.ts'
import type { Audit, AuditActor } from '#server/audit/audit.ts'
import { type Announcing, announceChange } from '#server/booking/announce-change.ts'
import { toResponse } from '#server/booking/response.ts'
import { type BookingWithDoctor, findBooking } from '#server/booking/store.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { reconcileSoon } from '#server/payment/settlement/jobs.ts'
import { cancel } from './cancel.ts'
import { type MoveWish, move } from './move.ts'
import { type ClinicContact, cancelRefusals, moveRefusals } from './refusals.ts'

/** Dependencies of the routes by which an appointment is changed, signed in or by a link. */
export type ChangeDeps = Announcing & { db: Db; jobs: Jobs; clinic: () => Promise<ClinicContact> }

type Deps = ChangeDeps & { identity: Identity; audit: Audit }

/** Registers the routes by which patients move and cancel their appointments. */
export function appointmentRoutes(app: App, deps: Deps) {
  moveRoute(app, deps)
  cancelRoute(app, deps)
}

function moveRoute(app: App, deps: Deps) {
  route(app, deps.identity, bookingChangeCalls.moveBooking, async (request) => {
    const caller = deps.identity.caller(request)
    const found = authorizeRow(caller, 'move-booking', await findBooking(deps.db, request.params.id))
    const booking = await moveOrRefuse(deps, found, request.body, deps.audit.actorOf(request), caller)
    return { success: true as const, booking: toResponse(booking) }
  })
}

function cancelRoute(app: App, deps: Deps) {
  route(app, deps.identity, bookingChangeCalls.cancelBooking, async (request) => {
    const caller = deps.identity.caller(request)
    const found = authorizeRow(caller, 'cancel-booking', await findBooking(deps.db, request.params.id))
    return cancelOrRefuse(deps, found, request.body.reason, deps.audit.actorOf(request))
  })
}

/** Moves an appointment. @throws ProblemError 400 or 409 */
export async function moveOrRefuse(
  deps: ChangeDeps,
  found: BookingWithDoctor,
  { date, slot, doctor }: MoveWish,
  actor: AuditActor,
  { hasConfirmedEmail }: { hasConfirmedEmail: boolean },
): Promise<BookingWithDoctor> {
  const outcome = await move(deps, found, { date, slot, doctor }, actor)
  if (!outcome.ok) {
    // The patient's other appointment may be one that others booked, which is hidden from whoever has not confirmed the
    // email.
    const isHidden = outcome.reason === 'own-appointment' && !hasConfirmedEmail
    throw problemOf(moveRefusals, isHidden ? refused('slot-taken') : outcome)
  }
  announceChange(deps, [found.date, date])
  return outcome.booking
}

/** Cancels an appointment and returns the response. @throws ProblemError 409 */
export async function cancelOrRefuse(
  deps: ChangeDeps,
  found: BookingWithDoctor,
  reason: CancelReason,
  actor: AuditActor,
): Promise<z.infer<typeof cancelled>> {
  const outcome = await cancel(deps, found.id, reason, actor)
  if (!outcome.ok) throw problemOf(cancelRefusals(await deps.clinic()), outcome)
  announceChange(deps, [found.date])
  reconcileSoon(deps)
  const { refund, atDesk } = outcome
  if (refund === 0) return { success: true }
  return { success: true, refund: toDollars(refund), ...(atDesk > 0 && { refundAtDesk: toDollars(atDesk) }) }
}
