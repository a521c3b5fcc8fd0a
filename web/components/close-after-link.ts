import type { MouseEvent } from 'react'

/** Closes an open drawer once one of its links was followed. */
export function closeAfterLink(event: MouseEvent<HTMLElement>): void {
  const menu = event.currentTarget
  if (event.target instanceof Element && event.target.closest('a') && menu.matches(':popover-open')) menu.hidePopover()
}
