import { useSyncExternalStore } from 'react'
import type { SessionRecord } from './session-record.ts'

/** Why nobody is signed in. `left`: signed out on purpose, so the login page is not shown. `barred`: signed out by an
 *  admin page, so only an admin's login returns to it. `idle`: signed out because nobody used the session. */
export interface SignOutReason {
  left?: boolean
  barred?: boolean
  idle?: boolean
}

/** `isRemembered`: the server has not answered yet whether the session goes on. */
export type Session =
  | { status: 'loading' }
  | ({ status: 'out' } & SignOutReason)
  | { status: 'in'; person: SessionRecord; isRemembered?: boolean }

const loading: Session = { status: 'loading' }
const listeners = new Set<() => void>()
let session: Session = loading
// What the document shows, which React hydrates.
let first: Session = loading

/** Returns the session as far as this tab knows it. */
export function currentSession(): Session {
  return session
}

export function setSession(next: Session): void {
  session = next
  if (next.status !== 'loading') document.documentElement.classList.remove('returning')
  for (const listener of listeners) listener()
}

/** Sets the session that the first render shows: on the server, and of the document that it has sent. */
export function startSession(next: Session): void {
  session = next
  first = next
}

/** Returns the session as React state. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => first)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
