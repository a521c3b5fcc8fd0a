import { can, type Owner, type StaffAction } from '#contract/access/access.ts'
import { usePerson } from './use-person.ts'

/** Tells whether the signed-in person's role permits an action on what belongs to `owner`, on a page behind the login;
 *  without an owner, whether any owner is possible. The server decides. */
export function useMay(action: StaffAction, owner?: Owner): boolean {
  return can(usePerson(), action, owner)
}
