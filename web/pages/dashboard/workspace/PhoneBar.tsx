import Menu from 'lucide-react/icons/menu'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { can } from '#contract/access/access.ts'
import type { Role } from '#contract/access/roles.ts'
import { pages } from '#contract/site/pages.ts'
import { type MenuEntry, staffMenuOf } from '#contract/site/staff-menu.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { asking } from '#web/ui/asked.ts'
import { dashboardMenu } from '#web/ui/frame/Header.tsx'
import { AttentionCount } from './counts.tsx'
import { iconAt } from './icons.ts'

const preferred: readonly string[] = [pages.day, pages.patients, pages.attention, pages.reports, pages.till]

/** What staff press most on a phone, in a bar at the bottom, and the way to all else. */
export function PhoneBar({ person, role }: { person: SessionRecord; role: Role }) {
  const { pathname, search } = useLocation()
  const date = pathname === pages.day ? (new URLSearchParams(search).get('date') ?? undefined) : undefined
  const all = staffMenuOf(role).flatMap(({ entries }) => entries)
  const shown = preferred.flatMap((path) => all.filter((entry) => entry.path === path)).slice(0, 3)
  const mayBook = can({ ...person, role }, 'book-for-patient')
  const toItem = (entry: MenuEntry) => (
    <Item key={entry.path} entry={entry} isCurrent={entry.path === pathname}>
      {entry.path === pages.attention && (
        <span className="absolute top-0 right-1 text-sm">
          <AttentionCount staff={person.email} role={role} />
        </span>
      )}
    </Item>
  )
  return (
    <nav
      aria-label="Bar"
      className="phone-bar fixed inset-x-0 bottom-0 z-30 flex border-base-300 border-t bg-base-200 lg:hidden"
    >
      {shown.slice(0, 2).map(toItem)}
      {mayBook && (
        <Link to={asking(pages.day, 'new', { date })}>
          <Plus size={22} aria-hidden="true" />
          <span>
            New<span className="sr-only"> appointment</span>
          </span>
        </Link>
      )}
      {shown.slice(2).map(toItem)}
      <button type="button" popoverTarget={dashboardMenu}>
        <Menu size={22} aria-hidden="true" />
        <span>
          More<span className="sr-only"> of the menu</span>
        </span>
      </button>
    </nav>
  )
}

const shortLabels: Partial<Record<string, string>> = { [pages.attention]: 'Attention' }

function Item({ entry, isCurrent, children }: { entry: MenuEntry; isCurrent: boolean; children: ReactNode }) {
  const { path, label } = entry
  const Icon = iconAt.get(path)
  return (
    <Link to={path} aria-current={isCurrent ? 'page' : undefined}>
      {Icon && <Icon size={22} aria-hidden="true" />}
      {shortLabels[path] ?? label}
      {children}
    </Link>
  )
}
