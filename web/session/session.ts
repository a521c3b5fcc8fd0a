import type { StaffRole } from '#contract/access/roles.ts'
import type { PasswordChange } from '#contract/account.ts'
import type { Login, SignUp } from '#contract/user.ts'
import { postPasswordChange } from '#web/api/account.ts'
import { getLiveSession, postSignIn, postSignOut, postSignUp } from '#web/api/auth.ts'
import { ApiError, isIdleEnd, isUnauthorized, messageFor } from '#web/api/http/errors.ts'
import { expireToken, hasToken, isTokenDue, removeToken, renewToken } from '#web/api/token/token.ts'
import { toBrowserClock } from '#web/server-clock.ts'
import { removeMessageHistory } from '../ui/message/message-history.ts'
import { forgetOffline } from './offline/kept.ts'
import { readSessionRecord, removeSessionRecord, type SessionRecord, writeSessionRecord } from './session-record.ts'
import { currentSession, type SignOutReason, setSession, startSession } from './store.ts'

// Sign-in and sign-out wait for it, so that a late response does not overwrite theirs.
let confirmation: Promise<void> = Promise.resolve()
// Whether the server has answered who is signed in.
let isConfirmed = false
// Whom the document says to be signed in, so that nobody needs to ask.
let told: SessionRecord | undefined

/** Code of the error when a sign-up created the account but could not sign in. */
export const accountCreated = 'ACCOUNT_CREATED'

/** Begins with the person whom the document shows, and whom `loadSession` need not ask for. */
export function beginWith(person: SessionRecord): void {
  told = person
  startSession({ status: 'in', person })
}

/** Shows the remembered person at once, then asks the server who is signed in. A refusal signs out; a failed request or
 *  a 5xx does not. */
export function loadSession(): Promise<void> {
  confirmation = confirm()
  return confirmation
}

async function confirm(): Promise<void> {
  isConfirmed = false
  // A page that was left right after a sign-out may not have removed the record: the token is removed at once.
  const remembered = !told && hasToken() ? await readSessionRecord(new Date()).catch(() => undefined) : undefined
  if (remembered) setSession({ status: 'in', person: remembered, isRemembered: true })
  try {
    const person = told ?? (await livePerson())
    told = undefined
    if (!person) {
      // Its refusal says why a session of staff has ended.
      if (remembered?.role) await renewToken(remembered.email)
      return await forget()
    }
    // A sign-in that began elsewhere, as at Google, may be another person's than the last.
    if (!hasToken()) await forgetOffline()
    await remember(person)
    if (isTokenDue()) await renewToken(person.email)
  } catch (error) {
    if (isUnauthorized(error)) return await undoSignIn(isIdleEnd(error))
    const session = currentSession()
    if (session.status === 'loading') setSession({ status: 'out', left: false })
    // Nobody knows better.
    if (session.status === 'in') setSession({ status: 'in', person: session.person })
  }
}

/** Signs in by password. Returns whether the sign-in continues with a second factor. */
export async function signIn(form: Login): Promise<boolean> {
  await confirmation
  const continues = await postSignIn(form)
  if (!continues) await enter()
  return continues
}

/** Completes a sign-in by `request`, which sends the second factor. */
export async function continueSignIn(request: () => Promise<void>): Promise<void> {
  await confirmation
  await request()
  await enter()
}

export async function signUp(form: SignUp): Promise<void> {
  await confirmation
  await postSignUp(form)
  await enter().catch((error) => {
    const detail = `Your account was created, but we couldn’t log you in. ${messageFor(error)}`
    throw refusal(detail, accountCreated)
  })
}

/** Changes the password. */
export function changePassword(form: PasswordChange, email: string): Promise<void> {
  return replaceSession(() => postPasswordChange(form), email)
}

/** Sends a request after which the server replaces the session, and renews the token; if that fails, the next request
 *  renews it. */
export async function replaceSession(request: () => Promise<void>, email: string): Promise<void> {
  await request()
  expireToken()
  await renewToken(email).catch(() => undefined)
}

/** Ends the session on the server and removes the token. `forget` then removes the record and updates the page. */
export async function signOut(): Promise<void> {
  await confirmation
  await postSignOut()
  removeToken()
}

/** Ends a session that the server refused. Does nothing if it has ended meanwhile: another request may have been
 *  refused before. Never fails. */
export async function endRefused(reason: SignOutReason): Promise<void> {
  await confirmation
  if (currentSession().status === 'out') return
  removeToken()
  await postSignOut().catch(() => undefined)
  if (currentSession().status !== 'out') await forget(reason)
}

/** Marks everyone as signed out in this browser. */
export async function forget({ left = false, barred = false, idle = false }: SignOutReason = {}): Promise<void> {
  isConfirmed = true
  removeToken()
  removeMessageHistory()
  // Before the record is gone: a page that is still shown would ask for a token, and its refusal would end in another
  // sign-out.
  setSession({ status: 'out', left, barred, idle })
  await Promise.all([removeSessionRecord(), forgetOffline()])
}

/** Renews the token before it expires. Loads the session again if the server has not confirmed it or refuses the
 *  renewal. The next call retries after any other failure. */
export async function keepSession(): Promise<void> {
  const session = currentSession()
  if (session.status === 'loading') return
  if (!isConfirmed) return loadSession()
  if (session.status === 'out' || !isTokenDue()) return
  await renewToken(session.person.email).catch((error) => (isUnauthorized(error) ? loadSession() : undefined))
}

/** Takes over the role that the server has answered, which the session's own may be older than. */
export function takeRole(role: StaffRole | undefined): void {
  const session = currentSession()
  if (session.status !== 'in' || session.person.role === role) return
  const person = { ...session.person, role }
  setSession({ ...session, person })
  void writeSessionRecord(person).catch(() => undefined)
}

/** Completes a sign-in: loads the person and their token. Undoes the sign-in if either fails. */
async function enter(): Promise<void> {
  try {
    const person = await livePerson()
    if (!person)
      throw refusal('Your browser didn’t keep the sign-in cookie. Allow cookies for this site and try again.')
    await forgetOffline()
    await renewToken(person.email)
    await remember(person)
  } catch (error) {
    await undoSignIn()
    throw error
  }
}

async function undoSignIn(idle = false): Promise<void> {
  removeToken()
  await postSignOut().catch(() => undefined)
  await forget({ idle })
}

function refusal(detail: string, code?: string): ApiError {
  return new ApiError({ type: 'about:blank', title: 'Not signed in', status: 401, detail, code })
}

/** Asks the server who is signed in. */
export async function livePerson(): Promise<SessionRecord | undefined> {
  const live = await getLiveSession()
  if (!live) return undefined
  const { user, session } = live
  const { email, name, role } = user
  return { email, name, until: toBrowserClock(session.expiresAt), ...(role && { role }) }
}

async function remember(person: SessionRecord): Promise<void> {
  isConfirmed = true
  await writeSessionRecord(person).catch(() => undefined)
  setSession({ status: 'in', person })
}
