import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import History from 'lucide-react/icons/history'
import ScrollText from 'lucide-react/icons/scroll-text'
import Star from 'lucide-react/icons/star'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { Link, Outlet, useMatch } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { isAdmin } from '#web/api/users.ts'
import { usePerson } from '#web/session/guard/use-person.ts'
import { Drawer } from '#web/ui/dialog/Drawer.tsx'
import { Account } from '#web/ui/frame/Account.tsx'
import { dashboardMenu } from '#web/ui/frame/Header.tsx'
import { SiteLinks } from '#web/ui/frame/SiteLinks.tsx'

const link =
  'flex min-h-12 items-center gap-3 rounded-field px-4 font-medium hover:bg-base-300 ' +
  'aria-[current=page]:bg-base-300 aria-[current=page]:font-bold ' +
  'aria-[current=page]:shadow-[inset_3px_0_0_var(--color-secondary)] ' +
  'forced-colors:aria-[current=page]:underline forced-colors:aria-[current=page]:underline-offset-4'

/** The signed-in person's pages and their side menu. On a small screen the menu is a drawer, which the bar's toggle opens. */
export default function DashboardLayout() {
  const person = usePerson()
  const payment = useMatch(pages.payment)
  const receipt = useMatch(pages.receipt)
  const isOfAppointment = payment !== null || receipt !== null
  const { data: admin } = useQuery(isAdmin(person.email))
  return (
    <div className="shell grid pt-8 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-14 lg:pt-12 print:block print:p-0">
      <div className="print:hidden">
        <Drawer id={dashboardMenu} label="Dashboard" kind="sideMenu">
          <ul className="grid gap-1">
            <Item to={pages.dashboard} icon={CalendarDays} label="My Appointments" isAround={isOfAppointment} />
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
          <div className="mt-4 border-base-300 border-t px-1 pt-4 lg:hidden">
            <SiteLinks className="flex-col" />
            <Account person={person} className="mt-4 flex-wrap pl-3" />
          </div>
        </Drawer>
      </div>
      <div className="min-w-0 max-w-275">
        <Outlet context={person} />
      </div>
    </div>
  )
}

interface ItemProps {
  to: string
  icon: LucideIcon
  label: string
  /** The page shown belongs to this one: it is marked as current. */
  isAround?: boolean
}

function Item({ to, icon: Icon, label, isAround = false }: ItemProps) {
  const isHere = useMatch(to) !== null || isAround
  return (
    <li>
      <Link to={to} aria-current={isHere ? 'page' : undefined} className={link}>
        <Icon size={20} aria-hidden="true" />
        {label}
      </Link>
    </li>
  )
}
