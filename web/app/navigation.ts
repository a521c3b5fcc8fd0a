import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router'
import { pageAt } from '#contract/site/page-at.ts'
import { pages } from '#contract/site/pages.ts'

/** Returns the location whose page this document shows. For a page that needs another document, loads that document and
 *  keeps the page shown until then. */
export function useShownLocation(): Location {
  const current = useLocation()
  const [shown, setShown] = useState(current)
  const isElsewhere = needsDocument(globalThis.documentPath ?? '', current.pathname)
  if (shown !== current && !isElsewhere) setShown(current)

  useEffect(() => {
    if (isElsewhere) loadDocument()
  }, [isElsewhere])

  return shown
}

/** Loads the document of the present address. */
export function loadDocument(): void {
  // `reload` would restore the scroll position of the page before, but `replace` with a hash loads nothing.
  if (location.hash === '') location.replace(location.href)
  else location.reload()
}

/** Tells whether going to `to` needs a new document, because the Content-Security-Policy of the page at `loaded` is
 *  another one (docs/decisions/0015). Never for the login page: a new document would lose the navigation state with the
 *  page to return to. */
export function needsDocument(loaded: string, to: string): boolean {
  return pageAt(loaded)?.policy !== pageAt(to)?.policy && to !== pages.login
}

/** Scroll positions of the pages left in this document, by history entry. */
const positions = new Map<string, number>()

/** Scrolls to the top of a new page, and on Back and Forward to where the page was left. A change of the address within
 *  a page, such as the chosen day, does not scroll. */
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
