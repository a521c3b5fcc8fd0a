import type { MouseEvent, ReactNode } from 'react'
import { CloseButton } from './CloseButton.tsx'
import { closeWhenLeft } from './close-when-left.ts'

interface DrawerProps {
  /** For `popoverTarget` of the button that opens it. */
  id: string
  /** Names the navigation, such as 'Site'. */
  label: string
  kind: keyof typeof kinds
  children: ReactNode
}

/** The panel's size, its place on a wide screen, and the close button's in the drawer. */
const kinds = {
  bar: { panel: 'w-72 max-w-[85vw] p-5 lg:h-auto lg:w-auto lg:max-w-none lg:overflow-visible', closer: 'ml-auto' },
  sideMenu: { panel: 'w-72 max-w-[85vw] p-5 lg:h-auto lg:w-60 lg:overflow-visible', closer: 'mb-2 ml-auto' },
  /** All of a phone's screen, and the rest of the rail. */
  rail: {
    panel:
      'order-4 w-full max-w-none px-3 lg:relative! lg:flex lg:h-auto lg:min-h-0 lg:w-58 lg:flex-1 lg:flex-col lg:overflow-y-auto lg:overflow-x-hidden lg:px-2!',
    closer: 'ml-auto h-11 min-h-11',
  },
}

const panel =
  'fixed inset-y-0 right-0 left-auto m-0 h-dvh bg-base-100 text-base-content shadow-float ' +
  'backdrop:bg-black/40 forced-colors:open:outline lg:static lg:block lg:bg-transparent lg:p-0 lg:shadow-none'

/** Navigation that is a drawer on a small screen: a popover, which opens and closes without a script. */
export function Drawer({ id, label, kind, children }: DrawerProps) {
  const variant = kinds[kind]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are pressed; this only closes the drawer after them
    <nav
      id={id}
      popover="auto"
      aria-label={label}
      className={`${panel} ${variant.panel}`}
      onClick={closeAfterLink}
      onBlur={closeWhenLeft}
    >
      <CloseButton
        label="Close the menu"
        popoverTarget={id}
        popoverTargetAction="hide"
        className={`flex lg:hidden ${variant.closer}`}
      />
      {children}
    </nav>
  )
}

function closeAfterLink(event: MouseEvent<HTMLElement>) {
  const menu = event.currentTarget
  if (event.target instanceof Element && event.target.closest('a') && menu.matches(':popover-open')) menu.hidePopover()
}
