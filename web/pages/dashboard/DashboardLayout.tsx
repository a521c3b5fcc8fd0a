import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import Armchair from 'lucide-react/icons/armchair'
import Building from 'lucide-react/icons/building'
import Calendar1 from 'lucide-react/icons/calendar-1'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ContactRound from 'lucide-react/icons/contact-round'
import CreditCard from 'lucide-react/icons/credit-card'
import History from 'lucide-react/icons/history'
import IdCard from 'lucide-react/icons/id-card'
import List from 'lucide-react/icons/list'
import ScrollText from 'lucide-react/icons/scroll-text'
import Star from 'lucide-react/icons/star'
import Stethoscope from 'lucide-react/icons/stethoscope'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import Watch from 'lucide-react/icons/watch'
import type { ReactNode } from 'react'
import { Link, Outlet, useMatch } from 'react-router'
import { isStaff, type Role, roles } from '#contract/access/roles.ts'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageTable } from '#contract/site/page-table.ts'
import { type MenuPath, pageList, pages } from '#contract/site/pages.ts'
import { firstPage, isReader, rolesFor } from '#contract/site/staff-pages.ts'
import { isAdmin } from '#web/api/users.ts'
import { useQuestion } from '#web/session/confirmation.ts'
import type { SessionRecord } from '#web/session/record.ts'
import { usePerson } from '#web/session/use-person.ts'
import { Drawer } from '#web/ui/dialog/Drawer.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { Account } from '#web/ui/frame/Account.tsx'
import { dashboardMenu, SiteLinks } from '#web/ui/frame/Header.tsx'

const useSearch = loadLater(() => import('#web/ui/patient/PatientSearch.tsx'))
const useRequests = loadLater(() => import('./OpenRequests.tsx'))
const useConfirmSignIn = loadWhenIdle(() => import('#web/ui/sign-in/ConfirmSignIn.tsx'))

const icons: Record<MenuPath, LucideIcon> = {
  [pages.dashboard]: CalendarDays,
  [pages.reviews]: Star,
  [pages.history]: History,
  [pages.account]: UserRound,
  [pages.day]: Calendar1,
  [pages.patients]: ContactRound,
  [pages.payments]: CreditCard,
  [pages.users]: Users,
  [pages.staff]: IdCard,
  [pages.addDoctor]: UserPlus,
  [pages.manageDoctors]: Stethoscope,
  [pages.attention]: TriangleAlert,
  [pages.treatments]: List,
  [pages.openingHours]: Watch,
  [pages.chairs]: Armchair,
  [pages.clinic]: Building,
  [pages.activity]: ScrollText,
}
const iconAt = new Map<string, LucideIcon>(Object.entries(icons))

const link =
  'flex min-h-12 items-center gap-3 rounded-field px-4 font-medium hover:bg-base-300 ' +
  'aria-[current=page]:bg-base-300 aria-[current=page]:font-bold ' +
  'aria-[current=page]:shadow-[inset_3px_0_0_var(--color-secondary)] ' +
  'forced-colors:aria-[current=page]:underline forced-colors:aria-[current=page]:underline-offset-4'

/** Whether staff of a role may open a page. */
const isFor = (page: PageFacts, role: Role | undefined) =>
  page.audience === 'admins' && role !== undefined && rolesFor(page).includes(role)

/** Whether staff of a role may open a page and only read there. */
const reads = (page: PageFacts, role: Role | undefined) => role !== undefined && isReader(page, role)

/** The page for those who may search patients. */
const patientsPage: PageFacts = pageTable.patients

/** The dashboard's pages with their side menu, which on a small screen is a drawer that the header's toggle opens. */
export default function DashboardLayout() {
  const person = usePerson()
  const matches = [useMatch(pages.payment), useMatch(pages.receipt)]
  const isAboutBooking = matches.some((match) => match !== null)
  const { data: admin } = useQuery({ ...isAdmin(person.email), enabled: !isFurtherStaff(person) })
  // The session's role may be older than a promotion, or than its end.
  const role = isFurtherStaff(person) ? person.role : admin ? roles.admin : undefined
  const first = firstPage(role ?? (admin === undefined ? person.role : undefined))
  const requests = useRequests()
  const question = useQuestion()
  const confirm = useConfirmSignIn(question !== undefined)
  return (
    <div className="shell grid pt-8 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-14 lg:pt-12 print:block print:p-0">
      <div className="print:hidden">
        <Drawer id={dashboardMenu} label="Dashboard" kind="sideMenu">
          <ul className="grid gap-1">
            {first && <Items isWanted={({ path }) => path === first} />}
            <Items isWanted={({ audience }) => audience === 'members'} isAboutBooking={isAboutBooking} />
            <Items
              isWanted={(page) => isFor(page, role) && !reads(page, role) && page.path !== first}
              count={role === roles.admin && requests && <requests.OpenRequests admin={person.email} />}
            />
            {pageList.some((page) => reads(page, role)) && (
              <li className="mt-3">
                <p className="px-4 py-1 text-quiet text-sm">To look up</p>
                <ul className="grid gap-1">
                  <Items isWanted={(page) => reads(page, role)} toRead />
                </ul>
              </li>
            )}
          </ul>
          <div className="mt-4 border-base-300 border-t px-1 pt-4 lg:hidden">
            <SiteLinks className="flex-col" />
            <Account person={person} className="mt-4 flex-wrap pl-3" />
          </div>
        </Drawer>
      </div>
      <div className="min-w-0 max-w-275">
        {isFor(patientsPage, role) && <Search />}
        <Outlet context={person} />
      </div>
      {question && confirm && (
        <confirm.ConfirmSignIn email={person.email} onConfirmed={question.answer} onCancel={question.cancel} />
      )}
    </div>
  )
}

const isFurtherStaff = (person: SessionRecord) => isStaff(person) && person.role !== roles.admin

/** The field that finds patients, at the top of each page of the dashboard. */
function Search() {
  const search = useSearch()
  return <div className="mb-6 min-h-11 print:hidden">{search && <search.PatientSearch />}</div>
}

interface ItemsProps {
  isWanted: (page: PageFacts) => boolean
  isAboutBooking?: boolean
  /** Names the pages for those who only read there. */
  toRead?: boolean
  /** What is open under Needs attention. */
  count?: ReactNode
}

/** The menu entries of the pages that `isWanted` accepts. */
function Items({ isWanted, isAboutBooking = false, toRead = false, count }: ItemsProps) {
  return pageList.map(
    (page) =>
      page.menu !== undefined &&
      isWanted(page) && (
        <Item
          key={page.path}
          to={page.path}
          icon={iconAt.get(page.path)}
          label={(toRead && page.menuToRead) || page.menu}
          isParent={isAboutBooking && page.path === pages.dashboard}
          count={page.path === pages.attention && count}
        />
      ),
  )
}

interface ItemProps {
  to: string
  icon: LucideIcon | undefined
  label: string
  /** Marks it as current although another page is shown. */
  isParent: boolean
  count: ReactNode
}

function Item({ to, icon: Icon, label, isParent, count }: ItemProps) {
  const isCurrent = useMatch(to) !== null || isParent
  return (
    <li>
      <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={link}>
        {Icon && <Icon size={20} aria-hidden="true" />}
        {label}
        {count}
      </Link>
    </li>
  )
}
