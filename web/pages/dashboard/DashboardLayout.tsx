import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import History from 'lucide-react/icons/history'
import Star from 'lucide-react/icons/star'
import UserRound from 'lucide-react/icons/user-round'
import { type ReactNode, useEffect } from 'react'
import { Outlet, useMatch } from 'react-router'
import { isStaff, type Role, roles } from '#contract/access/roles.ts'
import { pageList, pages } from '#contract/site/pages.ts'
import { isAdmin } from '#web/api/users.ts'
import type { Beginning } from '#web/session/beginning.ts'
import { useQuestion } from '#web/session/confirmation.ts'
import { takeRole } from '#web/session/session.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { usePerson } from '#web/session/use-person.ts'
import { Drawer } from '#web/ui/dialog/Drawer.tsx'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { Account } from '#web/ui/frame/Account.tsx'
import { dashboardMenu, SiteLinks } from '#web/ui/frame/Header.tsx'
import { MenuItem } from './MenuItem.tsx'

const useWorkspace = loadWhenIdle(() => import('./workspace/Workspace.tsx'))
const useConfirmSignIn = loadWhenIdle(() => import('#web/ui/sign-in/ConfirmSignIn.tsx'))

const icons = new Map<string, LucideIcon>([
  [pages.dashboard, CalendarDays],
  [pages.reviews, Star],
  [pages.history, History],
  [pages.account, UserRound],
])

/** Fetches whether the person is an admin. */
export async function prefetch({ client, person }: Beginning): Promise<void> {
  if (!isFurtherStaff(person)) await client.prefetchQuery(isAdmin(person.email))
}

/** The dashboard's pages: in the frame of the staff, or with a side menu, which on a small screen is a drawer that the
 *  header's toggle opens. */
export default function DashboardLayout() {
  const person = usePerson()
  const role = useRole(person)
  const question = useQuestion()
  const confirm = useConfirmSignIn(question !== undefined)
  return (
    <>
      {role ? (
        <StaffPages person={person} role={role}>
          <Outlet context={person} />
        </StaffPages>
      ) : (
        <PatientPages person={person}>
          <Outlet context={person} />
        </PatientPages>
      )}
      {question && confirm && (
        <confirm.ConfirmSignIn email={person.email} onConfirmed={question.answer} onCancel={question.cancel} />
      )}
    </>
  )
}

const isFurtherStaff = (person: SessionRecord) => isStaff(person) && person.role !== roles.admin

/** Returns the role of a member of the staff. The session's may be older than a promotion, or than its end: the answer
 *  of the server replaces it. */
function useRole(person: SessionRecord): Role | undefined {
  const { data: admin } = useQuery({ ...isAdmin(person.email), enabled: !isFurtherStaff(person) })
  useEffect(() => {
    if (admin !== undefined && !isFurtherStaff(person)) takeRole(admin ? roles.admin : undefined)
  }, [admin, person])
  return isStaff(person) ? person.role : undefined
}

interface PagesProps {
  person: SessionRecord
  children: ReactNode
}

function StaffPages({ person, role, children }: PagesProps & { role: Role }) {
  const workspace = useWorkspace(true)
  return (
    <div className="px-4 pt-4 lg:px-6 lg:pt-5 print:p-0">
      {workspace && <workspace.Workspace person={person} role={role} />}
      {children}
    </div>
  )
}

function PatientPages({ person, children }: PagesProps) {
  const matches = [useMatch(pages.payment), useMatch(pages.receipt)]
  const isAboutBooking = matches.some((match) => match !== null)
  return (
    <div className="shell grid pt-8 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-14 lg:pt-12 print:block print:p-0">
      <div className="print:hidden">
        <Drawer id={dashboardMenu} label="Dashboard" kind="sideMenu">
          <ul className="grid gap-1">
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
          </ul>
          <div className="mt-4 border-base-300 border-t px-1 pt-4 lg:hidden">
            <SiteLinks className="flex-col" />
            <Account person={person} className="mt-4 flex-wrap pl-3" />
          </div>
        </Drawer>
      </div>
      <div className="min-w-0 max-w-275">{children}</div>
    </div>
  )
}
