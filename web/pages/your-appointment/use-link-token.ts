import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod/mini'

const state = z.object({ linkToken: z.string() })

/** Returns the token of the link that opened the page; null without one, undefined until it is known. Moves it from the address to the
 *  state of the history entry: nobody can read or copy it there, and a reload keeps it. */
export function useLinkToken(): string | null | undefined {
  const location = useLocation()
  const navigate = useNavigate()
  const isMounted = useSyncExternalStore(neverChanges, isTrue, isFalse)
  const fragment = location.hash.slice(1)

  useEffect(() => {
    if (fragment) void navigate({ hash: '' }, { replace: true, state: { linkToken: fragment } })
  }, [fragment, navigate])

  // The prerendered page knows no fragment.
  if (!isMounted || fragment) return undefined
  const kept = state.safeParse(location.state)
  return kept.success ? kept.data.linkToken : null
}

const neverChanges = () => () => {}
const isTrue = () => true
const isFalse = () => false
