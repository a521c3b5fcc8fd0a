import { createContext, memo, type ReactNode, type Ref, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isStaff } from '#contract/access/roles.ts'
import { pageAt } from '#contract/site/page-at.ts'
import { pages } from '#contract/site/pages.ts'
import { clinic } from '#web/clinic.ts'
import { useSession } from '#web/session/store.ts'
import { Header } from './Header.tsx'
import { Logo } from './Logo.tsx'
import { OpeningHours } from './OpeningHours.tsx'

interface FrameProps {
  children: ReactNode
  /** For a page that is loading or has failed: marks no link as current and shows the site's menu. */
  shell?: boolean
}

// The frame is rendered again as soon as it knows its places: these are not.
const MemoizedHeader = memo(Header)
const MemoizedRail = memo(Rail)
const MemoizedFooter = memo(Footer)

/** The skip link and what is around every page: header and footer, or the rail of the staff's pages. */
export function Frame({ children, shell = false }: FrameProps) {
  const [messages, setMessages] = useState<HTMLDivElement | null>(null)
  const [menu, setMenu] = useState<HTMLDivElement | null>(null)
  const isWorkspace = useIsWorkspace(shell)
  return (
    <MessagesPlace value={messages}>
      <MenuPlace value={menu}>
        <a href="#main" className="btn btn-neutral print:hidden absolute top-3 left-3 z-50 not-focus:sr-only">
          Skip to the content
        </a>
        <div className={isWorkspace ? 'workspace' : 'contents'}>
          {isWorkspace ? (
            <MemoizedRail messages={setMessages} menu={setMenu} />
          ) : (
            <MemoizedHeader shell={shell} messages={setMessages} />
          )}
          <main id="main" tabIndex={-1} className="page-high flex-1 outline-none">
            {children}
          </main>
          {!isWorkspace && <MemoizedFooter />}
        </div>
      </MenuPlace>
    </MessagesPlace>
  )
}

/** Tells whether the page is one of the staff's, or one of the dashboard that a member of the staff has open. */
function useIsWorkspace(shell: boolean): boolean {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status === 'loading') return pageAt(pathname)?.audience === 'admins'
  const inDashboard = pathname === pages.dashboard || pathname.startsWith(`${pages.dashboard}/`)
  return inDashboard && !shell && session.status === 'in' && isStaff(session.person)
}

interface RailProps {
  messages: Ref<HTMLDivElement>
  /** The place of the search and of the staff's menu. */
  menu: Ref<HTMLDivElement>
}

/** The rail of the staff's pages. On a small screen it is a line at the top. */
function Rail({ messages, menu }: RailProps) {
  return (
    <header className="print:hidden">
      <div className="rail-panel max-lg:items-center max-lg:border-base-300 max-lg:border-b max-lg:px-4">
        <Link
          to={pages.home}
          className="order-1 flex min-h-14 min-w-0 items-center gap-3 py-2 font-bold max-lg:mr-auto lg:w-58 lg:shrink-0 lg:px-3"
        >
          <Logo />
          <span className="wrap-anywhere min-w-0 leading-tight">{clinic.name}</span>
        </Link>
        <div ref={messages} className="rail-messages order-3 shrink-0 max-lg:size-11 lg:min-h-8 lg:px-2" />
        <div ref={menu} className="rail-menu contents" />
      </div>
    </header>
  )
}

/** The clinic's address, opening hours and contacts, at the end of every page; its name and phone number where somebody
 *  has one thing to do. */
function Footer() {
  const { pathname } = useLocation()
  if (pageAt(pathname)?.hasBriefFooter) return <BriefFooter />
  return (
    <footer className="print:hidden border-base-300 border-t bg-base-200">
      <div className="shell grid gap-8 py-14 sm:grid-cols-[3fr_3fr_2fr] lg:grid-cols-4">
        <div className="flex items-center gap-3 self-start font-bold text-lg sm:max-lg:col-span-full">
          <Logo />
          {clinic.name}
        </div>
        <div>
          <h2 className="text-base">Visit us</h2>
          <p className="mt-2">
            {clinic.address && (
              <a data-if="address" className="text-link tap" href={clinic.mapLink} rel="noreferrer">
                {clinic.address}
              </a>
            )}
          </p>
          <p className="text-quiet">
            <OpeningHours />
          </p>
        </div>
        {(clinic.phone || clinic.email) && (
          <div data-if="hasContact">
            <h2 className="text-base">Talk to us</h2>
            <p className="mt-2">
              {clinic.phone && (
                <a data-if="phone" className="text-link tap" href={clinic.phoneLink}>
                  {clinic.phone}
                </a>
              )}
            </p>
            <p>
              {clinic.email && (
                <a data-if="email" className="text-link tap wrap-anywhere" href={clinic.emailLink}>
                  {clinic.email}
                </a>
              )}
            </p>
          </div>
        )}
        <nav aria-label="Footer">
          <h2 className="text-base">On this site</h2>
          <ul className="mt-2">
            <Item to={pages.home} label="Home" />
            <Item to={pages.appointment} label="Appointment" />
            <Item to={pages.about} label="About" />
            <Item to={pages.dentists} label="Our Dentists" reload />
            <Item to={pages.privacy} label="Privacy" />
          </ul>
        </nav>
      </div>
    </footer>
  )
}

function BriefFooter() {
  return (
    <footer className="print:hidden border-base-300 border-t bg-base-200">
      <div className="shell flex flex-wrap items-center gap-x-6 py-3 text-sm">
        <span className="font-medium">{clinic.name}</span>
        {clinic.phone && (
          <a data-if="phone" className="text-link tap" href={clinic.phoneLink}>
            {clinic.phone}
          </a>
        )}
        <nav aria-label="Footer" className="sm:ml-auto">
          <Link to={pages.privacy} className="tap text-quiet hover:underline">
            Privacy
          </Link>
        </nav>
      </div>
    </footer>
  )
}

/** With `reload` the browser loads the document, which has data of its own. */
function Item({ to, label, reload = false }: { to: string; label: string; reload?: boolean }) {
  return (
    <li>
      <Link to={to} reloadDocument={reload} className="tap text-quiet hover:underline">
        {label}
      </Link>
    </li>
  )
}

/** The element of the header for the button that shows recent messages; null until someone is signed in. */
export const MessagesPlace = createContext<HTMLElement | null>(null)

/** The element of the rail for the staff's menu; null on the pages of the site. */
export const MenuPlace = createContext<HTMLElement | null>(null)
