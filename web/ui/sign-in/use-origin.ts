import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod/mini'
import { roles } from '#contract/access/roles.ts'
import { type Refusal, refusal } from '#contract/sign-in.ts'
import { pageAt, signInReason } from '#contract/site/page-at.ts'
import { pages } from '#contract/site/pages.ts'
import { returnPath } from '#contract/site/return-path.ts'
import { firstPage } from '#contract/site/staff-pages.ts'
import { clinic } from '#web/clinic.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { readUnfinished } from '#web/session/unfinished.ts'

const refusals: Record<Refusal, string> = {
  cancelled: 'Google sign-in was canceled. Nothing has changed.',
  unverified: 'Google hasn’t verified this account’s email address, so it can’t be used here.',
  'password-account': 'An account with this email already exists. Please log in with its password.',
  expired: 'Google sign-in took too long or was started in another browser. Please try again.',
  failed: 'Google sign-in didn’t work. Nothing has changed. Please try again in a minute.',
}

const navigationState = z.object({
  from: z.catch(z.optional(returnPath), undefined),
  email: z.catch(z.optional(z.string()), undefined),
  barred: z.catch(z.optional(z.literal(true)), undefined),
  idle: z.catch(z.optional(z.literal(true)), undefined),
})

/** Navigation state that the sign-in pages pass to one another: the page to return to, the email typed so far, and
 *  whether an admin page signed a person out (`barred`), or a session ended because nobody used it. */
export type Origin = z.infer<typeof navigationState>

/** Reads the origin from the navigation state or, after a sign-in at Google, from the query; `refused` says why that
 *  sign-in failed, `reason` why somebody is asked to sign in, and `query` names the page to the other sign-in pages.
 *  While React hydrates the prerendered page, only what the server has written into the document is known, so that
 *  nothing moves under a finger. */
export function useOrigin(): Origin & { refused?: string | undefined; reason?: string | undefined; query: string } {
  const { state, search, hash, key } = useLocation()
  const isHydrated = useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  )
  if (!isHydrated) {
    const { signInReason: reason, signInQuery: query = '' } = clinic
    return { from: fromIn(query), reason, query }
  }
  const { from, email, barred, idle } = navigationState.safeParse(state).data ?? {}
  const params = new URLSearchParams(search)
  const refused = refusal.safeParse(params.get('refused')).data
  const origin = from ?? fromIn(search, hash) ?? (key === firstEntry ? fromIn(signInReferrer()) : undefined)
  return {
    from: origin,
    email,
    barred: barred ?? (params.has(barredParam) ? true : undefined),
    idle,
    refused: refused && refusals[refused],
    query: origin === undefined ? '' : `?${new URLSearchParams({ from: origin })}`,
    reason: idle ? idleReason : origin && (keptIn(origin) ?? writtenFor(origin) ?? signInReason(origin)),
  }
}

/** Reads the page to return to. The server has redirected to the login without its `hash`, which the browser keeps
 *  (RFC 9110, 10.2.2). */
function fromIn(query: string, hash = ''): string | undefined {
  const from = new URLSearchParams(query).get('from')
  return from === null ? undefined : returnPath.safeParse(from.includes('#') ? from : from + hash).data
}

/** Returns the reason in the document: it names the time that a link of the landing page led to. */
function writtenFor(origin: string): string | undefined {
  return origin === fromIn(clinic.signInQuery ?? '') ? clinic.signInReason : undefined
}

/** Says what was kept for the page to which a sign-in leads. */
function keptIn(origin: string): string | undefined {
  const what = readUnfinished(pageAt(origin)?.path)
  return what && `You were signed out, so nothing is booked yet. Log in to finish: ${what}.`
}

/** React Router's key of the entry with which a document was loaded. */
const firstEntry = 'default'

/** Returns the query of the sign-in page that led to this document: its links work before the app has started, and
 *  without the navigation state. */
function signInReferrer(): string {
  const { referrer } = document
  const { origin, pathname, search } = new URL(URL.canParse(referrer) ? referrer : location.href)
  const isSignIn = pathname === pages.login || pathname === pages.signup
  return origin === location.origin && isSignIn ? search : ''
}

const barredParam = 'barred'

/** Returns where a sign-in leads: back, or else home, and for staff who are no admins to the page that their work
 *  begins with. Home too if an admin page signed a person out and the next one is no admin either. */
export function destinationOf({ from = pages.home, barred }: Origin, { role }: SessionRecord): string {
  const isAdmin = role === roles.admin
  const first = isAdmin ? undefined : firstPage(role)
  if (barred && !isAdmin && pageAt(from)?.audience === 'admins') return first ?? pages.home
  return from === pages.home ? (first ?? from) : from
}

/** Returns the page to which Google sends people back. After an admin page this is the login, which knows who they
 *  are. */
export function googleReturn({ from = pages.home, barred }: Origin): string {
  return barred ? `${pages.login}?${new URLSearchParams({ from, [barredParam]: '' })}` : from
}

function unchanging(): () => void {
  return () => undefined
}

/** Says why staff were signed out who did not use their session. */
const idleReason = 'You were signed out after 30 minutes without activity.'
