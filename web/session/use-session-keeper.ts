import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { tokenKey } from '#web/api/token/token-key.ts'
import { forget, keepSession, loadSession } from './session.ts'
import { currentSession } from './store.ts'

const checkMs = 60_000

/** Returns a function that marks everyone as signed out and goes to the home page. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    await forget({ left: true })
    await navigate(pages.home)
  }, [navigate])
}

/** Loads the session, renews its token (also after sleep) and follows sign-in and sign-out in other tabs. Called once,
 *  at the root. */
export function useSessionKeeper(): void {
  const leave = useLeave()

  useEffect(() => {
    void loadSession()
    const timer = setInterval(keepSession, checkMs)
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', keepSession, { signal })
    window.addEventListener('online', keepSession, { signal })
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [])

  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== tokenKey) return
      if (newValue === null) void leave()
      else if (currentSession().status === 'out') void loadSession()
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [leave])
}
