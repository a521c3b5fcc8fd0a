import ChevronDown from 'lucide-react/icons/chevron-down'
import LogOut from 'lucide-react/icons/log-out'
import PanelLeft from 'lucide-react/icons/panel-left'
import { type ReactNode, useId } from 'react'
import { Link, useLocation, useMatch } from 'react-router'
import type { Role } from '#contract/access/roles.ts'
import { pages } from '#contract/site/pages.ts'
import { type MenuEntry, menuGroups, staffMenuOf } from '#contract/site/staff-menu.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { Drawer } from '#web/ui/dialog/Drawer.tsx'
import { Initials } from '#web/ui/frame/Account.tsx'
import { dashboardMenu } from '#web/ui/frame/Header.tsx'
import { useSignOut } from '#web/ui/frame/use-sign-out.ts'
import { AttentionCount } from './counts.tsx'
import { iconAt } from './icons.ts'
import { useFoldedGroups, useFoldedRail } from './use-folded.ts'

interface StaffMenuProps {
  person: SessionRecord
  role: Role
}

/** The pages of a role, in groups that fold. On a small screen it is a sheet that opens from the bar. */
export function StaffMenu({ person, role }: StaffMenuProps) {
  const current = useCurrentEntry(role)
  const [folded, fold] = useFoldedGroups()
  return (
    <Drawer id={dashboardMenu} label="Dashboard" kind="rail">
      {staffMenuOf(role).map(({ group, entries }) => (
        <Group
          key={group}
          name={menuGroups[group]}
          isFolded={folded.includes(group)}
          onFold={(isFolded) => fold(group, isFolded)}
        >
          {entries.map((entry) => (
            <li key={entry.path}>
              <Entry entry={entry} isCurrent={entry.path === current}>
                {entry.path === pages.attention && <AttentionCount staff={person.email} role={role} />}
              </Entry>
            </li>
          ))}
          {group === 'mine' && (
            <li>
              <SignOut />
            </li>
          )}
        </Group>
      ))}
      <Foot person={person} />
    </Drawer>
  )
}

interface GroupProps {
  name: string
  isFolded: boolean
  onFold: (isFolded: boolean) => void
  children: ReactNode
}

/** A group of entries. The sheet of a small screen shows all of them. */
function Group({ name, isFolded, onFold, children }: GroupProps) {
  const id = useId()
  return (
    <section className="mt-2 lg:mt-3">
      <h2 className="flex text-quiet text-sm">
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={id}
          className="flex min-h-6 w-full cursor-pointer items-center justify-between rounded-field px-3 font-medium max-lg:hidden"
          onClick={() => onFold(!isFolded)}
        >
          {name}
          <ChevronDown size={14} aria-hidden="true" className={isFolded ? '-rotate-90' : ''} />
        </button>
        <span className="px-3 font-medium lg:hidden">{name}</span>
      </h2>
      <ul id={id} className={`max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-2 ${isFolded ? 'lg:hidden' : ''}`}>
        {children}
      </ul>
    </section>
  )
}

interface EntryProps {
  entry: MenuEntry
  isCurrent: boolean
  /** How much is open there. */
  children: ReactNode
}

function Entry({ entry: { path, label }, isCurrent, children }: EntryProps) {
  const Icon = iconAt.get(path)
  return (
    <Link to={path} aria-current={isCurrent ? 'page' : undefined} className="rail-item">
      {Icon && <Icon size={18} aria-hidden="true" />}
      {label}
      {children}
    </Link>
  )
}

function SignOut() {
  const { run, isBusy, problem } = useSignOut()
  return (
    <>
      <button type="button" aria-disabled={isBusy} aria-busy={isBusy} className="rail-item" onClick={() => void run()}>
        <LogOut size={18} aria-hidden="true" />
        Sign Out
      </button>
      {problem && (
        <p role="alert" className="px-3 py-1 text-error text-sm">
          {problem}
        </p>
      )}
    </>
  )
}

/** Who is signed in, and the button that folds the rail to its icons. */
function Foot({ person }: { person: SessionRecord }) {
  const [isFolded, fold] = useFoldedRail()
  return (
    <div className="mt-auto flex items-center gap-3 pt-4 pb-3 lg:px-1">
      <Initials person={person} className="size-9" />
      <span className="min-w-0 flex-1 truncate text-sm">{person.name}</span>
      <button
        type="button"
        aria-pressed={isFolded}
        className="btn btn-ghost btn-square h-9 min-h-9 w-9 max-lg:hidden"
        title={isFolded ? 'Unfold the menu' : 'Fold the menu'}
        onClick={() => fold(!isFolded)}
      >
        <PanelLeft size={18} aria-hidden="true" />
        <span className="sr-only">Fold the menu to icons</span>
      </button>
    </div>
  )
}

/** Returns the path of the entry to which the page belongs: its own, or the longest that its path begins with. */
function useCurrentEntry(role: Role): string | undefined {
  const { pathname } = useLocation()
  const isAboutBooking = [useMatch(pages.payment), useMatch(pages.receipt)].some((match) => match !== null)
  if (isAboutBooking) return pages.dashboard
  const paths = staffMenuOf(role).flatMap(({ entries }) => entries.map(({ path }) => path))
  // All pages of the staff are below the dashboard.
  const isAbove = (path: string) => path !== pages.dashboard && pathname.startsWith(`${path}/`)
  const above = paths.filter((path) => pathname === path || isAbove(path))
  return above.toSorted((one, other) => other.length - one.length)[0]
}
