import type { createAuthMiddleware } from 'better-auth/api'
import { mailRequest } from '#contract/user.ts'
import { openLimits } from '#server/database/attempts.ts'
import type { Db } from '#server/database/db.ts'
import { openDevices } from './device.ts'
import { findPasswordHash } from './store.ts'
import { tooManyAttempts, tooManyMessage } from './too-many.ts'

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const signIn = '/sign-in/email'
/** Ten attempts at once, then one each three minutes: some 490 a day. */
const size = { attempts: 10, refillSeconds: 3 * 60 }
const deviceLifetime = 365 * 24 * 60 * 60

/** Slows down guessing at one account, from however many addresses, without locking the owner out: a browser that has signed in to the
 *  account before has attempts of its own, all others share theirs (OWASP's device cookies, docs/decisions/0012). Addresses without an
 *  account are counted alike. When not `enabled`, counts nothing and sets no cookie. */
export function openGuard({ db, secret, enabled }: { db: Db; secret: string; enabled: boolean }) {
  const devices = openDevices(secret)
  const limits = openLimits(db, secret)
  const resets = new WeakMap<Request, string>()
  // Noted when the attempt is taken: a sign-in can replace the password hash that the name of the bucket depends on.
  const buckets = new WeakMap<Request, string>()

  const cookieOf = ({ context }: Call) => context.createAuthCookie('device', { maxAge: deviceLifetime })
  const keptBy = (call: Call) => call.getCookie(cookieOf(call).name) ?? ''
  const accountAt = async (address: string) => ({ address, passwordHash: await findPasswordHash(db, address) })

  return {
    /** Takes an attempt if the call is a sign-in by password. Returns the refusal when there is none left. */
    admit: async (call: Call): Promise<Response | undefined> => {
      if (!enabled || call.path !== signIn) return undefined
      const { email } = mailRequest.parse(call.body)
      const kept = keptBy(call)
      // No device cookie: nothing to verify.
      const account = kept ? await accountAt(email) : { address: email, passwordHash: undefined }
      const bucket = devices.bucketOf(kept, account)
      if (call.request) buckets.set(call.request, bucket)
      const wait = await limits.take('sign-in', bucket, size)
      return wait === undefined ? undefined : tooManyAtAccount(wait)
    },
    /** Remembers a browser whose call began a session or chose a new password. A sign-in that succeeded was no guess: its attempt is
     *  given back. */
    remember: async (call: Call): Promise<void> => {
      if (!enabled) return
      const address = call.context.newSession?.user.email ?? (call.request && resets.get(call.request))
      if (!address) return
      const { name, attributes } = cookieOf(call)
      call.setCookie(name, devices.remember(keptBy(call), await accountAt(address)), attributes)
      const bucket = call.request && buckets.get(call.request)
      if (bucket) await limits.giveBack('sign-in', bucket, size)
    },
    /** Notes whose password `request` changed, for `remember`. */
    noteReset: (request: Request | undefined, address: string): void => {
      if (request) resets.set(request, address)
    },
  }
}

function tooManyAtAccount(seconds: number) {
  const others = ', continue with Google or choose a new password'
  return tooManyAttempts(seconds, tooManyMessage(seconds, { at: ' for this account', others }), 'ACCOUNT_ATTEMPTS')
}
