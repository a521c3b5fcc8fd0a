import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import History from 'lucide-react/icons/history'
import PanelLeft from 'lucide-react/icons/panel-left'
import ScrollText from 'lucide-react/icons/scroll-text'
import Star from 'lucide-react/icons/star'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { NavLink, Outlet } from 'react-router'
import { pages } from '#contract/pages.ts'
import { isAdmin } from '#web/api/admin.ts'
import { closeAfterLink } from '#web/components/close-after-link.ts'
import { usePerson } from '#web/session/use-person.ts'

const drawer =
  'fixed inset-y-0 right-auto left-0 m-0 h-dvh w-72 max-w-[85vw] bg-base-100 p-5 text-base-content shadow-float ' +
  'backdrop:bg-black/40 lg:static lg:block lg:h-auto lg:w-60 lg:bg-transparent lg:p-0 lg:shadow-none'

const link =
  'flex min-h-12 items-center gap-3 rounded-field px-4 font-medium hover:bg-base-300 ' +
  'aria-[current=page]:bg-base-300 aria-[current=page]:font-bold ' +
  'aria-[current=page]:shadow-[inset_3px_0_0_var(--color-secondary)]'

/** The signed-in person's pages, with their menu at the side; on a phone it is a drawer. Admins have more of them. */
export default function DashboardLayout() {
  const menu = useId()
  const person = usePerson()
  const { data: admin } = useQuery(isAdmin(person.email))
  return (
    <div className="shell grid gap-6 pt-6 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-14 lg:pt-12">
      <div>
        <button type="button" popoverTarget={menu} className="btn btn-line lg:hidden">
          <PanelLeft strokeWidth={1.75} size={20} aria-hidden="true" />
          Dashboard menu
        </button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; this only closes the drawer after them */}
        <nav id={menu} popover="auto" aria-label="Dashboard" className={drawer} onClick={closeAfterLink}>
          <button
            type="button"
            popoverTarget={menu}
            popoverTargetAction="hide"
            className="btn btn-ghost btn-square mb-2 lg:hidden"
          >
            <X strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">Close the menu</span>
          </button>
          <ul className="grid gap-1">
            <Item to={pages.dashboard} icon={CalendarDays} label="My Appointments" />
            <Item to={pages.reviews} icon={Star} label="My Reviews" />
            <Item to={pages.history} icon={History} label="My History" />
            {admin && (
              <>
                <Item to={pages.users} icon={Users} label="All Users" />
                <Item to={pages.addDoctor} icon={UserPlus} label="Add a Doctor" />
                <Item to={pages.manageDoctors} icon={Stethoscope} label="Manage Doctors" />
                <Item to={pages.activity} icon={ScrollText} label="Activity" />
              </>
            )}
          </ul>
        </nav>
      </div>
      <div className="min-w-0 max-w-275">
        <Outlet context={person} />
      </div>
    </div>
  )
}

function Item({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <li>
      <NavLink to={to} end className={link}>
        <Icon strokeWidth={1.75} size={20} aria-hidden="true" />
        {label}
      </NavLink>
    </li>
  )
}
