import type { Role } from '../access/roles.ts'
import type { PageFacts } from './page-facts.ts'
import { pageList } from './pages.ts'
import { isReader, rolesFor } from './staff-pages.ts'

/** The groups of the staff's menu, in order. `mine`: the pages that patients have, too. */
export const menuGroups = { desk: 'Desk', money: 'Money', clinic: 'Clinic', mine: 'Mine' } as const
export type MenuGroup = keyof typeof menuGroups

/** A page in the staff's menu. */
export interface MenuEntry {
  path: string
  label: string
}

const groupNames = Object.keys(menuGroups) as MenuGroup[]

/** Returns the groups of the menu that a role sees, each with its entries. */
export function staffMenuOf(role: Role): { group: MenuGroup; entries: MenuEntry[] }[] {
  const all = groupNames.map((group) => ({ group, entries: pagesOf(group, role).map((page) => toEntry(page, role)) }))
  return all.filter(({ entries }) => entries.length > 0)
}

function pagesOf(group: MenuGroup, role: Role): PageFacts[] {
  const inMenu = pageList.filter(({ menu }) => menu !== undefined)
  if (group === 'mine') return inMenu.filter(({ audience }) => audience === 'members')
  return inMenu.filter((page) => page.group === group && rolesFor(page).includes(role))
}

function toEntry(page: PageFacts, role: Role): MenuEntry {
  const { path, menu = '', menuToRead = menu } = page
  return { path, label: isReader(page, role) ? menuToRead : menu }
}
