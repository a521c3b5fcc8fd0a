import { NavLink, useMatch } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { useSession } from '#web/session/store.ts'

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
  const isAtDesk = useMatch(pages.day) !== null
  return (
    <ul className={`flex gap-1 ${className}`}>
      {session.status === 'in' && session.person.isStaff && <Item to={pages.day} label="Today" />}
      <Item to={pages.home} label="Home" unmarked={unmarked} />
      <Item to={pages.appointment} label="Appointment" />
      <Item to={pages.about} label="About" />
      {session.status === 'in' ? (
        <Item to={pages.dashboard} label="Dashboard" unmarked={isAtDesk} />
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
}

function Item({ to, label, className, unmarked = false }: ItemProps) {
  return (
    <li className={className}>
      <NavLink to={to} end={to === pages.home} aria-current={unmarked ? 'false' : 'page'} className={link}>
        {label}
      </NavLink>
    </li>
  )
}
