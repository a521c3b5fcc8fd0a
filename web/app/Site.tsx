import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSessionKeeper } from '#web/session/use-session-keeper.ts'
import { useEarlyInput } from '#web/ui/frame/early-input.ts'
import { Frame } from '#web/ui/frame/Frame.tsx'
import { useFocusOnNavigation } from '#web/ui/frame/use-focus-on-navigation.ts'
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
