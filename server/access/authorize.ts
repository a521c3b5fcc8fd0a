import { type Action, type Actor, can, type Owner, type PatientAction, rolesWith } from '#contract/access/access.ts'
import { notSignedIn, problemCodes, sessionIdle } from '#contract/access/problem-codes.ts'
import { isAdmin, type Role } from '#contract/access/roles.ts'
import { ProblemError } from '#server/http/problem.ts'

type Refusal = { status: 403 | 404; sentence: string }

const adminsOnly: Refusal = { status: 403, sentence: 'Only an admin can do this.' }
const staffOnly: Refusal = { status: 403, sentence: 'Your account doesn’t have the role for this.' }
// Reports another patient's booking as not found, so that ids can't be probed.
const unknownBooking: Refusal = { status: 404, sentence: 'There is no such appointment.' }

const refusals: Record<PatientAction, Refusal> = {
  'issue-token': { status: 403, sentence: 'A token is only given for your own account.' },
  'verify-email': { status: 403, sentence: 'This link belongs to another account.' },
  'read-role': { status: 403, sentence: 'You can only ask about your own account.' },
  'erase-own-account': { status: 403, sentence: 'You are signed in with another account. Reload this page.' },
  book: { status: 403, sentence: 'You can only book for yourself.' },
  'list-bookings': { status: 403, sentence: 'You can only see your own appointments.' },
  'read-booking': unknownBooking,
  'pay-booking': unknownBooking,
  'move-booking': unknownBooking,
  'cancel-booking': unknownBooking,
}
const isPatientAction = (action: Action): action is PatientAction => Object.hasOwn(refusals, action)

/** Returns the problem for a caller who is not signed in. `isIdle`: their session ended because it was not used. */
export function unauthenticated({ isIdle = false } = {}): ProblemError {
  return new ProblemError(401, 'Please sign in.', { code: isIdle ? sessionIdle : notSignedIn })
}

/** Returns the problem for a caller who must prove again who they are. */
export function confirmationNeeded(): ProblemError {
  return new ProblemError(403, 'Please confirm that it is you.', { code: problemCodes.confirmationNeeded })
}

/** The caller. `withheldRole` is theirs once they have passed a second factor. */
type Authenticated = Actor & { withheldRole?: Role | undefined }

/** Returns the problem for staff without a second factor, where one is required. */
function secondFactorNeeded(): ProblemError {
  return new ProblemError(403, 'Set up a second factor under My Account first.', {
    code: problemCodes.secondFactorNeeded,
  })
}

/** Checks that the caller has confirmed their email.
 *  @throws ProblemError 403 */
export function requireConfirmedEmail({ hasConfirmedEmail }: { hasConfirmedEmail: boolean }): void {
  if (hasConfirmedEmail) return
  throw new ProblemError(403, 'Confirm your email first. We can send you the link again under My Account.', {
    code: problemCodes.emailNotConfirmed,
  })
}

/** Returns the problem for an action that the caller may not do. */
function forbidden(action: Action): ProblemError {
  const isForAdmins = rolesWith(action).every((role) => isAdmin({ role }))
  const { status, sentence } = isPatientAction(action) ? refusals[action] : isForAdmins ? adminsOnly : staffOnly
  return new ProblemError(status, sentence)
}

/** Checks that the caller may do `action` to what belongs to `owner`.
 *  @throws ProblemError 403 or 404 */
export function authorize(caller: Authenticated, action: PatientAction, owner: Owner): void {
  if (!can(caller, action, owner)) throw refusalOf(caller, action, owner)
}

/** Returns `found` if the caller may do `action` to it. An unknown row, undefined, is refused like another patient's,
 *  and so is one that is hidden from them.
 *  @throws ProblemError 403 or 404 */
export function authorizeRow<Row extends { patientId: string; bookedBy: string | null }>(
  caller: Authenticated & { userId: string; patientIds: readonly string[]; hasConfirmedEmail: boolean },
  action: PatientAction,
  found: Row | undefined,
): Row {
  if (found && isOwn(caller, found) && isHidden(caller, found)) throw forbidden(action)
  if (!found || !can(caller, action, { patientId: found.patientId }))
    throw refusalOf(caller, action, { patientId: found?.patientId ?? '' })
  return found
}

/** Tells whether a booking is of a patient whom the caller may act for. */
export function isOwn({ patientIds }: { patientIds: readonly string[] }, booking: { patientId: string }): boolean {
  return patientIds.includes(booking.patientId)
}

/** Tells whether the caller may not know a booking of their patients yet: others booked it, staff or another account,
 *  and nobody has confirmed the email of the caller's account (docs/decisions/0062). */
export function isHidden(
  { userId, hasConfirmedEmail }: { userId: string; hasConfirmedEmail: boolean },
  booking: { bookedBy: string | null },
): boolean {
  return !hasConfirmedEmail && booking.bookedBy !== userId
}

/** Returns the problem for a caller who may not do `action`. Staff learn if only the missing second factor keeps them
 *  from it. */
export function refusalOf(caller: Authenticated, action: Action, owner?: Owner): ProblemError {
  return caller.withheldRole && wouldBeAllowed({ ...caller, role: caller.withheldRole }, action, owner)
    ? secondFactorNeeded()
    : forbidden(action)
}

function wouldBeAllowed(actor: Actor, action: Action, owner: Owner | undefined): boolean {
  if (!isPatientAction(action)) return can(actor, action, owner)
  return owner !== undefined && can(actor, action, owner)
}
