import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType, useNavigationType } from 'react-router'

/** Scroll positions of the pages left in this document, by history entry. */
const positions = new Map<string, number>()

/** Scrolls to the top of a new page, and on Back and Forward to where the page was left. A change of the address within a page, such as the
 *  chosen day, does not scroll. */
export function useScrollPosition({ key, pathname }: Location): void {
  const type = useNavigationType()
  const shown = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    // A document that loads again gets its position from the browser.
    const letBrowserRestore = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', letBrowserRestore)
    return () => removeEventListener('pagehide', letBrowserRestore)
  }, [])

  // Not a passive effect, which could still note for the page before that the new one is at its top.
  useLayoutEffect(() => {
    const note = () => positions.set(key, scrollY)
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [key])

  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    scrollTo(0, type === NavigationType.Pop ? (positions.get(key) ?? 0) : 0)
  }, [key, pathname, type])
}
