import Search from 'lucide-react/icons/search'
import { useContext, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Role } from '#contract/access/roles.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { useKeys } from '#web/ui/form/use-keys.ts'
import { MenuPlace } from '#web/ui/frame/Frame.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { StaffMenu } from './StaffMenu.tsx'

const usePalette = loadWhenIdle(() => import('./palette/Palette.tsx'))

interface WorkspaceProps {
  person: SessionRecord
  role: Role
}

/** What the frame of the staff's pages has in it: the search of everything, the menu and, on a phone, the bar. */
export function Workspace({ person, role }: WorkspaceProps) {
  const place = useContext(MenuPlace)
  const [isSearching, setSearching] = useState(false)
  const palette = usePalette(isSearching)
  const search = () => setSearching(true)
  useKeys({ '/': search })
  useSearchKey(search)
  if (!place) return null
  return createPortal(
    <>
      <div className="order-2 shrink-0 lg:px-2">
        <button
          type="button"
          aria-keyshortcuts="/ Control+K"
          className="rail-item max-lg:w-11 max-lg:justify-center max-lg:p-0"
          onClick={search}
        >
          <Search size={18} aria-hidden="true" />
          <span className="max-lg:sr-only">Search</span>
          <span
            aria-hidden="true"
            className="ml-auto rounded-md border border-base-300 px-2 font-sans text-quiet leading-5 max-lg:hidden"
          >
            /
          </span>
        </button>
      </div>
      <StaffMenu person={person} role={role} />
      <PhoneBar person={person} role={role} />
      {isSearching && palette && <palette.Palette person={person} role={role} onClose={() => setSearching(false)} />}
    </>,
    place,
  )
}

/** Opens the search by Ctrl K or Command K, also from a field. */
function useSearchKey(search: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) search()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
