import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import Armchair from 'lucide-react/icons/armchair'
import Banknote from 'lucide-react/icons/banknote'
import BellRing from 'lucide-react/icons/bell-ring'
import Building from 'lucide-react/icons/building'
import Calendar1 from 'lucide-react/icons/calendar-1'
import ChartColumn from 'lucide-react/icons/chart-column'
import ContactRound from 'lucide-react/icons/contact-round'
import CreditCard from 'lucide-react/icons/credit-card'
import Hourglass from 'lucide-react/icons/hourglass'
import IdCard from 'lucide-react/icons/id-card'
import List from 'lucide-react/icons/list'
import Mail from 'lucide-react/icons/mail'
import Plug from 'lucide-react/icons/plug'
import ScrollText from 'lucide-react/icons/scroll-text'
import Stethoscope from 'lucide-react/icons/stethoscope'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import Watch from 'lucide-react/icons/watch'
import type { ReactNode } from 'react'
import { type Role, roles } from '#contract/access/roles.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { type MenuPath, pageList, pages } from '#contract/site/pages.ts'
import { isReader, rolesFor } from '#contract/site/staff-pages.ts'
import { absenceRequestsOf } from '#web/api/absence-requests.ts'
import { needAttentionOf } from '#web/api/calendar.ts'
import { PatientSearch } from '#web/ui/patient/PatientSearch.tsx'
import { MenuItem } from './MenuItem.tsx'

/** The field that finds patients. */
export const Search = PatientSearch

type MembersPath = (typeof pages)['dashboard' | 'reviews' | 'history' | 'account']

const icons: Record<Exclude<MenuPath, MembersPath>, LucideIcon> = {
  [pages.day]: Calendar1,
  [pages.patients]: ContactRound,
  [pages.recalls]: BellRing,
  [pages.waitingList]: Hourglass,
  [pages.till]: Banknote,
  [pages.reports]: ChartColumn,
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
  [pages.messages]: Mail,
  [pages.outsideServices]: Plug,
  [pages.activity]: ScrollText,
}
const iconAt = new Map<string, LucideIcon>(Object.entries(icons))

interface StaffItemsProps {
  role: Role
  email: string
  /** The path of the page that stands further above. */
  first: string | undefined
}

/** The menu's entries for staff of a role: where they work, and below them where they only read. */
export function StaffItems({ role, email, first }: StaffItemsProps) {
  const inMenu = pageList.filter(({ audience, menu }) => audience === 'admins' && menu !== undefined)
  const own = inMenu.filter((page) => rolesFor(page).includes(role) && page.path !== first)
  const toRead = own.filter((page) => isReader(page, role))
  return (
    <>
      {own
        .filter((page) => !toRead.includes(page))
        .map((page) => (
          <Item key={page.path} page={page} count={countAt(page, role, email)} />
        ))}
      {toRead.length > 0 && (
        <li className="mt-3">
          <p className="px-4 py-1 text-quiet text-sm">To look up</p>
          <ul className="grid gap-1">
            {toRead.map((page) => (
              <Item key={page.path} page={page} label={page.menuToRead} />
            ))}
          </ul>
        </li>
      )}
    </>
  )
}

/** The entry of one page. */
export function StaffItem({ path }: { path: string }) {
  const page = pageList.find((each) => each.path === path)
  return page && <Item page={page} />
}

interface ItemProps {
  page: PageFacts
  /** Instead of the page's own entry. */
  label?: string | undefined
  count?: ReactNode
}

function Item({ page: { path, menu = '' }, label = menu, count }: ItemProps) {
  return <MenuItem to={path} icon={iconAt.get(path)} label={label} count={count} />
}

const countAt = ({ path }: PageFacts, role: Role, email: string) =>
  path === pages.attention && (
    <>
      <NeedAttention staff={email} />
      {role === roles.admin && <OpenRequests admin={email} />}
    </>
  )

/** The number of appointments that do not fit the rules. Nothing without any. */
function NeedAttention({ staff }: { staff: string }) {
  const { data: count = 0 } = useQuery(needAttentionOf(staff))
  return <Count count={count} what={count === 1 ? 'appointment' : 'appointments'} className="text-error" />
}

/** The number of absences that dentists ask for. Nothing without any. */
function OpenRequests({ admin }: { admin: string }) {
  const { data } = useQuery(absenceRequestsOf(admin))
  const count = data?.length ?? 0
  return <Count count={count} what={`${count === 1 ? 'absence' : 'absences'} asked for`} />
}

function Count({ count, what, className = '' }: { count: number; what: string; className?: string }) {
  if (count === 0) return null
  return (
    <span className={`ml-auto rounded-full bg-base-300 px-2 text-sm tabular-nums [&+&]:ml-0 ${className}`}>
      {formatCount(count)}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
