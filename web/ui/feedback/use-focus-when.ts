import { type RefObject, useEffect, useRef } from 'react'

/** For the element that takes the place of what was pressed, and with it the focus, once `isNews`. It needs a tabIndex of -1. */
export function useFocusWhen<Of extends HTMLElement>(isNews: boolean): RefObject<Of | null> {
  const place = useRef<Of>(null)
  useEffect(() => {
    if (isNews) place.current?.focus()
  }, [isNews])
  return place
}
