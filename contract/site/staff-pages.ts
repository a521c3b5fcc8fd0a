import { type Role, roles } from '../access/roles.ts'
import type { PageFacts } from './page-facts.ts'
import { pageList } from './pages.ts'

/** Returns the roles that may open a page for staff. */
export function rolesFor({ workers = [roles.admin], readers = [] }: PageFacts): readonly Role[] {
  return [...workers, ...readers]
}

/** Tells whether a role only reads on a page. */
export function isReader({ readers = [] }: PageFacts, role: Role): boolean {
  return readers.includes(role)
}

/** Returns the page that a role's work begins with; undefined for patients. */
export function firstPage(role: Role | undefined): string | undefined {
  return pageList.find(({ workers }) => role !== undefined && workers?.includes(role))?.path
}
