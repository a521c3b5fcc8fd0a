import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref whose element gets the focus when `condition` becomes true, after the pressed element is gone. The
 *  element needs `tabIndex={-1}`. */
export function useFocusWhen<Focusable extends HTMLElement>(condition: boolean): RefObject<Focusable | null> {
  const element = useRef<Focusable>(null)
  useEffect(() => {
    if (condition) element.current?.focus()
  }, [condition])
  return element
}
