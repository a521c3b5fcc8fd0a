import type { FocusEvent } from 'react'

/** For a popover's `onBlur`: once the keyboard went on to the page it closes, since it would hide what has the focus. Its own button
 *  closes it by itself. */
export function closeWhenLeft({ currentTarget: popover, relatedTarget: next }: FocusEvent<HTMLElement>): void {
  if (!(next instanceof Element) || popover.contains(next)) return
  if (next.getAttribute('popovertarget') !== popover.id && popover.matches(':popover-open')) popover.hidePopover()
}
