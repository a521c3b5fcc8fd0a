import { pageAt } from '#contract/site/page-at.ts'
import { rolesFor } from '#contract/site/staff-pages.ts'
import { usePerson } from './use-person.ts'

/** Tells whether the page of the staff at this address is for the role of the signed-in person, so that a link leads
 *  somewhere. */
export function useMayOpen(path: string): boolean {
  const { role } = usePerson()
  const page = pageAt(path)
  return page !== undefined && role !== undefined && rolesFor(page).includes(role)
}
