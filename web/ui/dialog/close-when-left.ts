/** For a popover's `focusout`, which React calls `onBlur`: once the keyboard went on to the page it closes, since it would hide what has
 *  the focus (WCAG 2.2, 2.4.11). Its own button closes it by itself. */
export function closeWhenLeft({ currentTarget: popover, relatedTarget: next }: FocusLeft): void {
  if (!(popover instanceof HTMLElement && next instanceof Element) || popover.contains(next)) return
  if (next.getAttribute('popovertarget') !== popover.id && popover.matches(':popover-open')) popover.hidePopover()
}

type FocusLeft = Pick<FocusEvent, 'currentTarget' | 'relatedTarget'>
