import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { closeWhenLeft } from './close-when-left.ts'

interface DrawerProps {
  /** What its links are: 'Site'. */
  label: string
  /** The edge it comes from. The right one is open for good from 48rem on, the left one from 64rem on. */
  side: keyof typeof sides
  /** On the button that opens it. */
  opener: ReactNode
  children: ReactNode
}

const sides = {
  right: {
    opener: 'btn-ghost btn-square md:hidden',
    panel:
      'right-0 left-auto md:static md:block md:h-auto md:w-auto md:max-w-none md:bg-transparent md:p-0 md:shadow-none',
    closer: 'ml-auto flex md:hidden',
  },
  left: {
    opener: 'btn-line lg:hidden',
    panel: 'right-auto left-0 lg:static lg:block lg:h-auto lg:w-60 lg:bg-transparent lg:p-0 lg:shadow-none',
    closer: 'mb-2 lg:hidden',
  },
}

const panel =
  'fixed inset-y-0 m-0 h-dvh w-72 max-w-[85vw] bg-base-100 p-5 text-base-content shadow-float backdrop:bg-black/40 forced-colors:open:outline'

/** Links that are a drawer on a small screen: a popover, which opens and closes without script. */
export function Drawer({ label, side, opener, children }: DrawerProps) {
  const id = useId()
  const look = sides[side]
  return (
    <>
      <button type="button" popoverTarget={id} className={`btn ${look.opener}`}>
        {opener}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; this only closes the drawer after them */}
      <nav
        id={id}
        popover="auto"
        aria-label={label}
        className={`${panel} ${look.panel}`}
        onClick={closeAfterLink}
        onBlur={closeWhenLeft}
      >
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className={`btn btn-ghost btn-square ${look.closer}`}
        >
          <X aria-hidden="true" />
          <span className="sr-only">Close the menu</span>
        </button>
        {children}
      </nav>
    </>
  )
}

function closeAfterLink(event: MouseEvent<HTMLElement>) {
  const menu = event.currentTarget
  if (event.target instanceof Element && event.target.closest('a') && menu.matches(':popover-open')) menu.hidePopover()
}
