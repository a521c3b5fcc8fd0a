import { useSyncExternalStore } from 'react'
import type { SessionRecord } from './record.ts'

/** `left`: signed out on purpose, so that nobody is asked to sign in again at once. `barred`: signed out by a page that is not for
 *  them, which the next login does not lead back to. */
export type Session =
  | { status: 'loading' }
  | { status: 'out'; left: boolean; barred?: boolean }
  | { status: 'in'; person: SessionRecord }

const loading: Session = { status: 'loading' }
const listeners = new Set<() => void>()
let session: Session = loading

/** Who is signed in, as far as this tab knows. */
export function currentSession(): Session {
  return session
}

export function setSession(next: Session): void {
  session = next
  if (next.status !== 'loading') document.documentElement.classList.remove('returning')
  for (const listener of listeners) listener()
}

/** Who is signed in; the component renders again when that changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => loading)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
