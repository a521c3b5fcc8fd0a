import type { PasswordChange } from '#contract/account.ts'
import type { Login, SignUp } from '#contract/user.ts'
import { postPasswordChange } from '#web/api/account.ts'
import { getLiveSession, postSignIn, postSignOut, postSignUp } from '#web/api/auth.ts'
import { readRecord, removeRecord, type SessionRecord, writeRecord } from './record.ts'
import { removeSaid } from './said.ts'
import { currentSession, setSession } from './store.ts'
import { expireToken, isTokenDue, removeToken, renewToken } from './token.ts'

// A sign-out waits for it: what it learnt before would otherwise be remembered after.
let confirmation: Promise<void> = Promise.resolve()

/** Shows at once whom this browser remembers, then lets the server confirm or end it. Being offline ends nothing. */
export function loadSession(): Promise<void> {
  confirmation = confirm()
  return confirmation
}

async function confirm(): Promise<void> {
  const remembered = await readRecord(new Date()).catch(() => undefined)
  if (remembered) setSession({ status: 'in', person: remembered })
  try {
    const person = await livePerson()
    if (!person) return await forget()
    await remember(person)
    if (isTokenDue(Date.now())) await renewToken(person.email)
  } catch {
    if (!remembered && currentSession().status === 'loading') setSession({ status: 'out', left: false })
  }
}

export async function signIn(form: Login): Promise<void> {
  await postSignIn(form)
  await enter(form.email)
}

export async function signUp(form: SignUp): Promise<void> {
  await postSignUp(form)
  await enter(form.email)
}

/** Changes the password. The server puts a new session in the place of this one, so the token is renewed too; should that fail,
 *  the next request asks for it again. */
export async function changePassword(form: PasswordChange, email: string): Promise<void> {
  await postPasswordChange(form)
  expireToken()
  await renewToken(email).catch(() => undefined)
}

/** Ends the session on the server and forgets its token; the record and the page follow with `forget`. */
export async function signOut(): Promise<void> {
  await confirmation
  await postSignOut()
  removeToken()
}

/** The server no longer takes this session: sign out of what is left of it, whether or not that works. */
export async function signOutRefused(): Promise<void> {
  await confirmation
  removeToken()
  await postSignOut().catch(() => undefined)
}

/** Nobody is signed in here any more: because they `left`, were `barred` from a page, or because the server ended it. */
export async function forget({ left = false, barred = false } = {}): Promise<void> {
  removeToken()
  await removeRecord()
  removeSaid()
  setSession({ status: 'out', left, barred })
}

/** Renews the token before it ends, if somebody is signed in. A failure is left to the next look. */
export async function keepTokenFresh(): Promise<void> {
  const session = currentSession()
  if (session.status !== 'in' || !isTokenDue(Date.now())) return
  await renewToken(session.person.email).catch(() => undefined)
}

async function enter(email: string): Promise<void> {
  const [person] = await Promise.all([livePerson(), renewToken(email)])
  if (!person) throw new Error('The sign-in did not last')
  await remember(person)
}

async function livePerson(): Promise<SessionRecord | undefined> {
  const live = await getLiveSession()
  return live ? { email: live.user.email, name: live.user.name, until: live.session.expiresAt } : undefined
}

async function remember(person: SessionRecord): Promise<void> {
  await writeRecord(person).catch(() => undefined)
  setSession({ status: 'in', person })
}
