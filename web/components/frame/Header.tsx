import Menu from 'lucide-react/icons/menu'
import { Link, NavLink } from 'react-router'
import { pages } from '#contract/pages.ts'
import { clinic } from '#web/clinic.ts'
import { useSession } from '#web/session/store.ts'
import { Drawer } from '../Drawer.tsx'
import { Account } from './Account.tsx'
import { Logo } from './Logo.tsx'

const link =
  'flex min-h-11 items-center rounded-field px-3 font-medium md:max-lg:px-2 hover:bg-base-300 max-md:text-lg ' +
  'aria-[current=page]:font-bold aria-[current=page]:underline aria-[current=page]:decoration-primary ' +
  'aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8'

/** The bar on top. On a phone its links are a drawer. */
export function Header({ shell }: { shell: boolean }) {
  const session = useSession()

  return (
    <header className="print:hidden sticky top-0 z-30 border-base-300 border-b bg-base-100">
      <div className="shell flex min-h-18 items-center justify-between gap-4">
        <Link to={pages.home} className="flex items-center gap-3 text-balance font-bold text-lg">
          <Logo />
          {clinic.name}
        </Link>
        <Drawer
          label="Site"
          side="right"
          opener={
            <>
              <Menu aria-hidden="true" />
              <span className="sr-only">Menu</span>
            </>
          }
        >
          <ul className="flex flex-col gap-1 md:flex-row md:items-center">
            <Item to={pages.home} label="Home" unmarked={shell} />
            <Item to={pages.appointment} label="Appointment" />
            <Item to={pages.about} label="About" />
            {session.status === 'in' && <Item to={pages.dashboard} label="Dashboard" />}
            {session.status === 'in' ? (
              <li>
                <Account person={session.person} />
              </li>
            ) : (
              <Item to={pages.login} label="Login" className="guest-only lg:-mr-3 md:max-lg:-mr-2" />
            )}
          </ul>
        </Drawer>
      </div>
    </header>
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
