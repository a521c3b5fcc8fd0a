import X from 'lucide-react/icons/x'
import type { MouseEvent, ReactNode } from 'react'
import { closeWhenLeft } from './close-when-left.ts'

interface DrawerProps {
  /** For the button that opens it: `popoverTarget`. */
  id: string
  /** What its links are: 'Site'. */
  label: string
  kind: keyof typeof kinds
  children: ReactNode
}

/** Where each stands once the screen is wide enough, and the edge it comes from before that. */
const kinds = {
  bar: {
    panel:
      'right-0 left-auto lg:static lg:block lg:h-auto lg:w-auto lg:max-w-none lg:bg-transparent lg:p-0 lg:shadow-none',
    closer: 'ml-auto flex lg:hidden',
  },
  sideMenu: {
    panel: 'right-0 left-auto lg:static lg:block lg:h-auto lg:w-60 lg:bg-transparent lg:p-0 lg:shadow-none',
    closer: 'mb-2 ml-auto flex lg:hidden',
  },
}

const panel =
  'fixed inset-y-0 m-0 h-dvh w-72 max-w-[85vw] bg-base-100 p-5 text-base-content shadow-float backdrop:bg-black/40 forced-colors:open:outline'

/** Links that are a drawer on a small screen: a popover, which opens and closes without script. */
export function Drawer({ id, label, kind, children }: DrawerProps) {
  const variant = kinds[kind]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; this only closes the drawer after them
    <nav
      id={id}
      popover="auto"
      aria-label={label}
      className={`${panel} ${variant.panel}`}
      onClick={closeAfterLink}
      onBlur={closeWhenLeft}
    >
      <button
        type="button"
        popoverTarget={id}
        popoverTargetAction="hide"
        className={`btn btn-ghost btn-square ${variant.closer}`}
      >
        <X aria-hidden="true" />
        <span className="sr-only">Close the menu</span>
      </button>
      {children}
    </nav>
  )
}

function closeAfterLink(event: MouseEvent<HTMLElement>) {
  const menu = event.currentTarget
  if (event.target instanceof Element && event.target.closest('a') && menu.matches(':popover-open')) menu.hidePopover()
}
