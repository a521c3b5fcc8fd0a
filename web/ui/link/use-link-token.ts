import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod/mini'

const state = z.object({ linkToken: z.string() })

/** Returns the token of the emailed link that opened the page; null without one, undefined until it is known. Moves it
 *  from the address to the state of the history entry: nobody can read or copy it there, and a reload keeps it. */
export function useLinkToken(): string | null | undefined {
  const location = useLocation()
  const navigate = useNavigate()
  const isMounted = useSyncExternalStore(neverChanges, isTrue, isFalse)
  // Links from before version 0.2 have the token in the query, and work until they expire.
  const query = new URLSearchParams(location.search).get('token')
  const linked = location.hash.replace(/^#(token=)?/, '') || query

  useEffect(() => {
    if (linked) void navigate({ hash: '', search: '' }, { replace: true, state: { linkToken: linked } })
  }, [linked, navigate])

  // The prerendered page knows no fragment.
  if (!isMounted || linked) return undefined
  const kept = state.safeParse(location.state)
  return kept.success ? kept.data.linkToken : null
}

/** Takes the token out of the history entry once the link `isUsed`: a reload doesn't offer it again. */
export function useForgetLinkToken(isUsed: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isUsed) void navigate({ hash: '', search: '' }, { replace: true, state: null })
  }, [isUsed, navigate])
}

const neverChanges = () => () => {}
const isTrue = () => true
const isFalse = () => false
