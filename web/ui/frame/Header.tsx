import Menu from 'lucide-react/icons/menu'
import type { Ref } from 'react'
import { Link, NavLink, useMatch } from 'react-router'
import { pageList, pages } from '#contract/site/pages.ts'
import { firstPage } from '#contract/site/staff-pages.ts'
import { clinic } from '#web/clinic.ts'
import { useSession } from '#web/session/store.ts'
import { Drawer } from '../dialog/Drawer.tsx'
import { Account } from './Account.tsx'
import { Logo } from './Logo.tsx'

/** Id of the dashboard's side menu, which the header's toggle opens on a small screen. */
export const dashboardMenu = 'dashboard-menu'
const siteMenu = 'site-menu'

interface HeaderProps {
  shell: boolean
  /** The place of the button for recent messages. */
  messages: Ref<HTMLDivElement>
}

/** The header of every page. On a small screen its toggle opens the site's links, or the dashboard's side menu, which
 *  includes them. */
export function Header({ shell, messages }: HeaderProps) {
  const session = useSession()
  const inDashboard = useMatch({ path: pages.dashboard, end: false }) !== null && !shell
  const person = session.status === 'in' ? session.person : undefined

  return (
    <header className="print:hidden sticky top-0 z-30 border-base-300 border-b bg-base-100">
      <div className="@container shell">
        <div className="flex min-h-18 items-center gap-2 md:gap-4">
          <Link to={pages.home} className="mr-auto flex min-h-11 items-center gap-3 text-balance font-bold text-lg">
            <Logo />
            {/* With text twice as large a phone has room for the mark alone. */}
            <span className="@max-[18rem]:sr-only">{clinic.name}</span>
          </Link>
          <Drawer id={siteMenu} label="Site" kind="bar">
            <SiteLinks
              className="max-lg:flex-col max-lg:text-lg lg:flex-wrap lg:items-center lg:justify-end"
              unmarked={shell}
            />
            {person && <Account person={person} className="mt-4 flex-wrap pl-3 lg:hidden" />}
          </Drawer>
          {/* As wide as its button, so that nothing moves at the first message. */}
          {person && <div ref={messages} className="tap shrink-0" />}
          {person && <Account person={person} className="max-lg:hidden" inHeader />}
          <button
            type="button"
            popoverTarget={inDashboard && person ? dashboardMenu : siteMenu}
            className="btn btn-ghost btn-square lg:hidden"
          >
            <Menu aria-hidden="true" />
            <span className="sr-only">Menu</span>
          </button>
        </div>
      </div>
    </header>
  )
}

const link =
  'flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-base-300 ' +
  'aria-[current=page]:font-bold aria-[current=page]:underline aria-[current=page]:decoration-primary ' +
  'aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8'

interface SiteLinksProps {
  /** Classes of the list: a row or a column. */
  className: string
  /** Marks no link as current. */
  unmarked?: boolean
}

/** Links to the site's pages, with the dashboard for a signed-in person and the login for anyone else. */
export function SiteLinks({ className, unmarked = false }: SiteLinksProps) {
  const session = useSession()
  const path = session.status === 'in' ? firstPage(session.person.role) : undefined
  const first = pageList.find((page) => page.path === path)
  const isAtFirst = useMatch(path ?? pages.day) !== null
  return (
    <ul className={`flex gap-1 ${className}`}>
      {first && <Item to={first.path} label={first.title} />}
      <Item to={pages.home} label="Home" unmarked={unmarked} />
      <Item to={pages.appointment} label="Appointment" />
      <Item to={pages.dentists} label="Our Dentists" reload />
      <Item to={pages.about} label="About" />
      {session.status === 'in' ? (
        <Item to={pages.dashboard} label="Dashboard" unmarked={isAtFirst} />
      ) : (
        <Item to={pages.login} label="Login" className="guest-only lg:-mr-3" />
      )}
    </ul>
  )
}

interface ItemProps {
  to: string
  label: string
  className?: string
  unmarked?: boolean
  /** The browser loads the document, which has data of its own. */
  reload?: boolean
}

function Item({ to, label, className, unmarked = false, reload = false }: ItemProps) {
  return (
    <li className={className}>
      <NavLink
        to={to}
        end={to === pages.home}
        reloadDocument={reload}
        aria-current={unmarked ? 'false' : 'page'}
        className={link}
      >
        {label}
      </NavLink>
    </li>
  )
}
