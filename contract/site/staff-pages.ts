import { type Role, roles, rolesWith } from '../access/access.ts'
import type { PageFacts } from './page-facts.ts'
import { pageList } from './pages.ts'

/** Returns the roles that may open a page for staff. */
export function rolesFor({ opens }: PageFacts): Role[] {
  return opens ? rolesWith(opens) : [roles.admin]
}

/** Returns the page that a role's work begins with; undefined for patients. */
export function firstPage(role: Role | undefined): string | undefined {
  const isFirst = (page: PageFacts) => page.opens !== undefined && role !== undefined && rolesFor(page).includes(role)
  return pageList.find(isFirst)?.path
}
