import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import History from 'lucide-react/icons/history'
import PanelLeft from 'lucide-react/icons/panel-left'
import ScrollText from 'lucide-react/icons/scroll-text'
import Star from 'lucide-react/icons/star'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { NavLink, Outlet } from 'react-router'
import { pages } from '#contract/pages.ts'
import { isAdmin } from '#web/api/admin.ts'
import { Drawer } from '#web/components/Drawer.tsx'
import { usePerson } from '#web/session/use-person.ts'

const link =
  'flex min-h-12 items-center gap-3 rounded-field px-4 font-medium hover:bg-base-300 ' +
  'aria-[current=page]:bg-base-300 aria-[current=page]:font-bold ' +
  'aria-[current=page]:shadow-[inset_3px_0_0_var(--color-secondary)] ' +
  'forced-colors:aria-[current=page]:underline forced-colors:aria-[current=page]:underline-offset-4'

/** The signed-in person's pages, with their menu at the side; on a phone it is a drawer. Admins have more of them. */
export default function DashboardLayout() {
  const person = usePerson()
  const { data: admin } = useQuery(isAdmin(person.email))
  return (
    <div className="shell grid gap-6 pt-6 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-14 lg:pt-12 print:block print:p-0">
      <div className="print:hidden">
        <Drawer
          label="Dashboard"
          side="left"
          opener={
            <>
              <PanelLeft size={20} aria-hidden="true" />
              Dashboard menu
            </>
          }
        >
          <ul className="grid gap-1">
            <Item to={pages.dashboard} icon={CalendarDays} label="My Appointments" />
            <Item to={pages.reviews} icon={Star} label="My Reviews" />
            <Item to={pages.history} icon={History} label="My History" />
            <Item to={pages.account} icon={UserRound} label="My Account" />
            {admin && (
              <>
                <Item to={pages.users} icon={Users} label="All Users" />
                <Item to={pages.addDoctor} icon={UserPlus} label="Add a Doctor" />
                <Item to={pages.manageDoctors} icon={Stethoscope} label="Manage Doctors" />
                <Item to={pages.activity} icon={ScrollText} label="Activity" />
              </>
            )}
          </ul>
        </Drawer>
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
        <Icon size={20} aria-hidden="true" />
        {label}
      </NavLink>
    </li>
  )
}
