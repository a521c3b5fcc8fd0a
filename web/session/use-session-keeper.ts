import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#contract/pages.ts'
import { forget, keepTokenFresh, loadSession } from './session.ts'
import { currentSession } from './store.ts'
import { tokenKey } from './token-key.ts'

const minute = 60_000

/** Forgets who was signed in and goes to the home page. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    await forget({ left: true })
    await navigate(pages.home)
  }, [navigate])
}

/** Once, at the root: finds out who is signed in, keeps the token fresh (also after sleep) and follows what other tabs do. */
export function useSessionKeeper(): void {
  const leave = useLeave()

  useEffect(() => {
    void loadSession()
    const timer = setInterval(keepTokenFresh, minute)
    document.addEventListener('visibilitychange', keepTokenFresh)
    window.addEventListener('online', keepTokenFresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', keepTokenFresh)
      window.removeEventListener('online', keepTokenFresh)
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
