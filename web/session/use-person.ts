import { useOutletContext } from 'react-router'
import type { SessionRecord } from './session-record.ts'

/** Returns the signed-in person, on a page behind the login. */
export function usePerson(): SessionRecord {
  return useOutletContext<SessionRecord>()
}
