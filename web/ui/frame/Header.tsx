import Menu from 'lucide-react/icons/menu'
import type { Ref } from 'react'
import { Link, useMatch } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { useSession } from '#web/session/store.ts'
import { Drawer } from '../dialog/Drawer.tsx'
import { Account } from './Account.tsx'
import { Logo } from './Logo.tsx'
import { SiteLinks } from './SiteLinks.tsx'

/** Id of the dashboard's side menu, which the header's toggle opens on a small screen. */
export const dashboardMenu = 'dashboard-menu'
const siteMenu = 'site-menu'

interface HeaderProps {
  shell: boolean
  /** The place of the button for recent messages. */
  messages: Ref<HTMLDivElement>
}

/** The header of every page. On a small screen its toggle opens the site's links, or the dashboard's side menu, which includes them. */
export function Header({ shell, messages }: HeaderProps) {
  const session = useSession()
  const inDashboard = useMatch({ path: pages.dashboard, end: false }) !== null && !shell
  const person = session.status === 'in' ? session.person : undefined

  return (
    <header className="print:hidden sticky top-0 z-30 border-base-300 border-b bg-base-100">
      <div className="shell flex min-h-18 items-center gap-2 md:gap-4">
        <Link to={pages.home} className="mr-auto flex items-center gap-3 text-balance font-bold text-lg">
          <Logo />
          {clinic.name}
        </Link>
        <Drawer id={siteMenu} label="Site" kind="bar">
          <SiteLinks
            className="max-lg:flex-col max-lg:text-lg lg:flex-wrap lg:items-center lg:justify-end"
            unmarked={shell}
          />
          {person && <Account person={person} className="mt-4 flex-wrap pl-3 lg:hidden" />}
        </Drawer>
        {/* As wide as its button, so that nothing moves at the first message. */}
        {person && <div ref={messages} className="size-11 shrink-0" />}
        {person && <Account person={person} className="max-lg:hidden" inHeader />}
        <button
          type="button"
          popoverTarget={inDashboard && person ? dashboardMenu : siteMenu}
          className="btn btn-ghost btn-square lg:hidden"
        >
          <Menu aria-hidden="true" />
          <span className="sr-only">Menu</span>
        </button>
      </div>
    </header>
  )
}
