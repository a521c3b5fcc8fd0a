import { useEffect, useRef } from 'react'
import type { z } from 'zod/mini'
import { attempt } from '#web/attempt.ts'
import { currentSession } from './store.ts'
import { forgetUnfinished, keepUnfinished } from './unfinished.ts'

/** Where a form keeps its fields in this tab. `page`: the path of its page. */
export type KeptPlace = { key: string; page: string }

/** Keeps the fields of a form in this tab if the session ends while it is shown, but not after a sign-out. `read`
 *  returns them, and how the login page names them. */
export function useKeptWhenSignedOut(
  { key, page }: KeptPlace,
  read: () => { fields: { email: string }; what: string },
): void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(
    () => () => {
      const session = currentSession()
      if (session.status !== 'out' || session.left) return
      const { fields, what } = latest.current()
      attempt(() => sessionStorage.setItem(key, JSON.stringify(fields)))
      keepUnfinished(page, what)
    },
    [key, page],
  )
}

/** Returns what was kept for an account; undefined if nothing was, or for another account. */
export function readKept<Fields extends { email: string }>(
  { key }: KeptPlace,
  schema: z.ZodMiniType<Fields>,
  email: string,
): Fields | undefined {
  const { data } = schema.safeParse(attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '')))
  return data?.email === email ? data : undefined
}

/** Forgets what was kept, also that of another account. */
export function forgetKept({ key }: KeptPlace): void {
  attempt(() => sessionStorage.removeItem(key))
  forgetUnfinished()
}
