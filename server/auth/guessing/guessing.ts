import type { createAuthMiddleware } from 'better-auth/api'
import { mailRequest } from '#contract/user.ts'
import type { Db } from '#server/database/open.ts'
import { openDevices } from './device.ts'
import { deleteFullBuckets, findPasswordHash, returnAttempt, takeAttempt } from './store.ts'

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const signIn = '/sign-in/email'
/** Ten attempts at once, then one each three minutes: some 490 a day. */
const size = { attempts: 10, refill: 3 * 60 }
const deviceLifetime = 365 * 24 * 60 * 60

/** Slows down guessing at one account, from however many addresses, and locks nobody out: a browser that has signed in to the account
 *  before has attempts of its own, all others share theirs (OWASP's device cookies, docs/decisions/0012). Addresses without an
 *  account are counted alike. When not `enabled`, nothing is counted and no cookie is given. */
export function openGuard({ db, secret, enabled }: { db: Db; secret: string; enabled: boolean }) {
  const devices = openDevices(secret)
  const resets = new WeakMap<Request, string>()

  const cookieOf = ({ context }: Call) =>
    context.createAuthCookie('device', { path: '/api/auth', maxAge: deviceLifetime })
  const keptBy = (call: Call) => call.getCookie(cookieOf(call).name) ?? ''
  const accountAt = async (address: string) => ({ address, passwordHash: await findPasswordHash(db, address) })

  return {
    /** Takes an attempt, if the call is a sign-in by password. Gives the refusal when there is none. */
    admit: async (call: Call): Promise<Response | undefined> => {
      if (!enabled || call.path !== signIn) return undefined
      const { email } = mailRequest.parse(call.body)
      const kept = keptBy(call)
      // Strangers bring nothing to compare.
      const account = kept ? await accountAt(email) : { address: email, passwordHash: undefined }
      const wait = await takeAttempt(db, devices.bucketOf(kept, account), size)
      return wait === undefined ? undefined : tooMany(wait)
    },
    /** Remembers a browser whose call began a session or chose a new password. A sign-in that succeeded was no guess: its attempt goes back. */
    remember: async (call: Call): Promise<void> => {
      if (!enabled) return
      const address = call.context.newSession?.user.email ?? (call.request && resets.get(call.request))
      if (!address) return
      const account = await accountAt(address)
      const kept = keptBy(call)
      const { name, attributes } = cookieOf(call)
      call.setCookie(name, devices.remember(kept, account), attributes)
      if (call.path !== signIn) return
      await returnAttempt(db, devices.bucketOf(kept, account), size)
      await deleteFullBuckets(db)
    },
    /** Notes whose password `request` changed, for `remember`. */
    noteReset: (request: Request | undefined, address: string): void => {
      if (request) resets.set(request, address)
    },
  }
}

function tooMany(seconds: number) {
  const message =
    'Too many attempts for this account. Wait a few minutes, continue with Google or choose a new password.'
  const headers = { 'x-retry-after': String(seconds) }
  return Response.json({ message, code: 'ACCOUNT_ATTEMPTS' }, { status: 429, headers })
}
