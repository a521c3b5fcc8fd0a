import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSessionKeeper } from '#web/session/use-session-keeper.ts'
import { Frame } from '#web/ui/frame/Frame.tsx'
import { titleAt } from './head/PageHead.tsx'

/** What every page has around it. */
export function Site() {
  const { pathname } = useLocation()
  useSessionKeeper()
  useFocusOnNavigation()
  useEarlyInput()
  useEffect(() => {
    document.title = titleAt(pathname)
  }, [pathname])
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

declare global {
  interface Window {
    /** The form submitted, the button pressed or the field changed before the app started; null afterwards. */
    earlyInput?: HTMLElement | null
  }
}

/** Replays the input that web/app/head/early.ts held. Called once, at the root. */
function useEarlyInput(): void {
  useEffect(() => {
    const { earlyInput } = window
    window.earlyInput = null
    if (!earlyInput) return
    // In a task of its own: a prerendered page reads its address, such as the page to return to, only once it is
    // hydrated.
    setTimeout(() => {
      earlyInput.ariaBusy = null
      if (earlyInput instanceof HTMLFormElement) earlyInput.requestSubmit()
      else if (earlyInput instanceof HTMLSelectElement) earlyInput.dispatchEvent(new Event('change', { bubbles: true }))
      else earlyInput.click()
    })
  }, [])
}

/** Moves the focus to the heading after a navigation, so that a screen reader announces the page, also after one that
 *  loaded a document. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const shown = useRef(isLedHere() ? undefined : pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    const isLoad = shown.current === undefined
    shown.current = pathname
    const main = document.getElementById('main')
    const focus = () => {
      // Somebody was faster than the app.
      if (isLoad && document.activeElement !== document.body) return
      // A page may begin with a field.
      if (document.activeElement instanceof HTMLInputElement) return
      const heading = main?.querySelector('h1') ?? main
      if (heading?.contains(document.activeElement)) return
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
    }
    if (!isLoad || !main || main.querySelector('h1')) return focus()
    // The page waits for the session.
    const observer = new MutationObserver(() => {
      if (!main.querySelector('h1')) return
      observer.disconnect()
      focus()
    })
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname])
}

/** Tells whether a page of this site led to this document. Not after a reload, or Back. */
function isLedHere(): boolean {
  if (typeof document === 'undefined' || !document.referrer.startsWith(`${location.origin}/`)) return false
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' && location.hash === ''
}
