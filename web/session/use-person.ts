import { useOutletContext } from 'react-router'
import type { SessionRecord } from './record.ts'

/** Who is signed in, on a page behind the login. */
export function usePerson(): SessionRecord {
  return useOutletContext<SessionRecord>()
}
