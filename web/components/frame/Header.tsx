import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { Link, NavLink } from 'react-router'
import { pages } from '#contract/pages.ts'
import { clinic } from '#web/clinic.ts'
import { useSession } from '#web/session/store.ts'
import { closeAfterLink } from '../close-after-link.ts'
import { Account } from './Account.tsx'
import { Logo } from './Logo.tsx'

const link =
  'flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-base-300 max-md:text-lg ' +
  'aria-[current=page]:font-bold aria-[current=page]:underline aria-[current=page]:decoration-primary ' +
  'aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8'

const drawer =
  'fixed inset-y-0 right-0 left-auto m-0 h-dvh w-72 max-w-[85vw] bg-base-100 p-5 text-base-content shadow-float ' +
  'backdrop:bg-black/40 md:static md:block md:h-auto md:w-auto md:max-w-none md:bg-transparent md:p-0 md:shadow-none'

/** The bar on top. On a phone its links are a drawer: a popover, which opens and closes without script. */
export function Header({ shell }: { shell: boolean }) {
  const menu = useId()
  const session = useSession()

  return (
    <header className="print:hidden sticky top-0 z-30 border-base-300 border-b bg-base-100">
      <div className="shell flex min-h-18 items-center justify-between gap-4">
        <Link to={pages.home} className="flex items-center gap-3 font-bold text-lg">
          <Logo />
          {clinic.name}
        </Link>
        <button type="button" popoverTarget={menu} className="btn btn-ghost btn-square md:hidden">
          <Menu strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">Menu</span>
        </button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; this only closes the drawer after them */}
        <nav id={menu} popover="auto" aria-label="Site" className={drawer} onClick={closeAfterLink}>
          <button
            type="button"
            popoverTarget={menu}
            popoverTargetAction="hide"
            className="btn btn-ghost btn-square ml-auto flex md:hidden"
          >
            <X strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">Close the menu</span>
          </button>
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
              <Item to={pages.login} label="Login" className="guest-only" />
            )}
          </ul>
        </nav>
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
