import { type RefObject, useEffect } from 'react'

/** Focuses the heading when this view goes together with the link that had the focus: the next key would begin at the
 *  top of the document. */
export function useKeptFocus(heading: RefObject<HTMLHeadingElement | null>): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) heading.current?.focus()
      })
    },
    [heading],
  )
}
