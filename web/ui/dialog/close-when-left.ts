type FocusLeft = Pick<FocusEvent, 'currentTarget' | 'relatedTarget'>

/** Closes a popover when the focus moves to the page behind it, which the popover would hide (WCAG 2.2, 2.4.11). For
 *  `focusout`, React's `onBlur`. The popover's own toggle is ignored: it closes the popover itself. */
export function closeWhenLeft({ currentTarget: popover, relatedTarget: next }: FocusLeft): void {
  if (!(popover instanceof HTMLElement && next instanceof Element) || popover.contains(next)) return
  if (next.getAttribute('popovertarget') !== popover.id && popover.matches(':popover-open')) popover.hidePopover()
}
