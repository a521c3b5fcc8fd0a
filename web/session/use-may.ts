import { can, type StaffAction } from '#contract/access/access.ts'
import { usePerson } from './use-person.ts'

/** Tells whether the signed-in person's role permits an action, on a page behind the login. The server decides. */
export function useMay(action: StaffAction): boolean {
  return can(usePerson(), action)
}
