import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import History from 'lucide-react/icons/history'
import Star from 'lucide-react/icons/star'
import UserRound from 'lucide-react/icons/user-round'
import { Outlet, useMatch } from 'react-router'
import { isStaff, type Role, roles } from '#contract/access/roles.ts'
import type { PageFacts } from '#contract/site/page-facts.ts'
import { pageTable } from '#contract/site/page-table.ts'
import { pageList, pages } from '#contract/site/pages.ts'
import { firstPage, rolesFor } from '#contract/site/staff-pages.ts'
import { isAdmin } from '#web/api/users.ts'
import type { Beginning } from '#web/session/beginning.ts'
import { useQuestion } from '#web/session/confirmation.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { usePerson } from '#web/session/use-person.ts'
import { Drawer } from '#web/ui/dialog/Drawer.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { Account } from '#web/ui/frame/Account.tsx'
import { dashboardMenu, SiteLinks } from '#web/ui/frame/Header.tsx'
import { MenuItem } from './MenuItem.tsx'

const useStaffMenu = loadWhenIdle(() => import('./StaffMenu.tsx'))
const useConfirmSignIn = loadWhenIdle(() => import('#web/ui/sign-in/ConfirmSignIn.tsx'))

const icons = new Map<string, LucideIcon>([
  [pages.dashboard, CalendarDays],
  [pages.reviews, Star],
  [pages.history, History],
  [pages.account, UserRound],
])

/** The page for those who may search patients. */
const patientsPage: PageFacts = pageTable.patients

/** Fetches whether the person is an admin. */
export async function prefetch({ client, person }: Beginning): Promise<void> {
  if (!isFurtherStaff(person)) await client.prefetchQuery(isAdmin(person.email))
}

/** The dashboard's pages with their side menu, which on a small screen is a drawer that the header's toggle opens. */
export default function DashboardLayout() {
  const person = usePerson()
  const matches = [useMatch(pages.payment), useMatch(pages.receipt)]
  const isAboutBooking = matches.some((match) => match !== null)
  const { data: admin } = useQuery({ ...isAdmin(person.email), enabled: !isFurtherStaff(person) })
  // The session's role may be older than a promotion, or than its end. It counts until the server has answered, so that
  // nothing moves.
  const role = isFurtherStaff(person) || admin === undefined ? staffRoleOf(person) : admin ? roles.admin : undefined
  const first = firstPage(role)
  const question = useQuestion()
  const confirm = useConfirmSignIn(question !== undefined)
  return (
    <div className="shell grid pt-8 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-14 lg:pt-12 print:block print:p-0">
      <div className="print:hidden">
        <Drawer id={dashboardMenu} label="Dashboard" kind="sideMenu">
          <ul className="grid gap-1">
            {first && <FirstItem path={first} />}
            {pageList.map(
              ({ audience, path, menu }) =>
                audience === 'members' &&
                menu !== undefined && (
                  <MenuItem
                    key={path}
                    to={path}
                    icon={icons.get(path)}
                    label={menu}
                    isParent={isAboutBooking && path === pages.dashboard}
                  />
                ),
            )}
            {role && <StaffItems role={role} email={person.email} first={first} />}
          </ul>
          <div className="mt-4 border-base-300 border-t px-1 pt-4 lg:hidden">
            <SiteLinks className="flex-col" />
            <Account person={person} className="mt-4 flex-wrap pl-3" />
          </div>
        </Drawer>
      </div>
      <div className="min-w-0 max-w-275">
        {role && rolesFor(patientsPage).includes(role) && <Search />}
        <Outlet context={person} />
      </div>
      {question && confirm && (
        <confirm.ConfirmSignIn email={person.email} onConfirmed={question.answer} onCancel={question.cancel} />
      )}
    </div>
  )
}

const isFurtherStaff = (person: SessionRecord) => isStaff(person) && person.role !== roles.admin
const staffRoleOf = (person: SessionRecord) => (isStaff(person) ? person.role : undefined)

/** The field that finds patients, at the top of each page of the dashboard. */
function Search() {
  const menu = useStaffMenu(true)
  return <div className="mb-6 min-h-11 print:hidden">{menu && <menu.Search />}</div>
}

/** The page that the work of staff begins with. */
function FirstItem({ path }: { path: string }) {
  const menu = useStaffMenu(true)
  return menu ? <menu.StaffItem path={path} /> : <li className="min-h-12" />
}

/** The other pages of the staff. Patients don't load their code. */
function StaffItems(props: { role: Role; email: string; first: string | undefined }) {
  const menu = useStaffMenu(true)
  return menu && <menu.StaffItems {...props} />
}
