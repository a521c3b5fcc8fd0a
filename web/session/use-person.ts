import { useOutletContext } from 'react-router'
import { can, type StaffAction } from '#contract/access/access.ts'
import type { SessionRecord } from './record.ts'

/** Returns the signed-in person, on a page behind the login. */
export function usePerson(): SessionRecord {
  return useOutletContext<SessionRecord>()
}

/** Tells whether the signed-in person's role permits an action, on a page behind the login. The server decides. */
export function useMay(action: StaffAction): boolean {
  return can(usePerson(), action)
}
