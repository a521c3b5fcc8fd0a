import { mailRequest } from '#contract/user.ts'
import { openLimits } from '#server/database/attempts.ts'
import type { Db } from '#server/database/db.ts'
import { findPasswordHash } from '../store.ts'
import type { AuthCall } from '../weak/refuse-weak.ts'
import { openDevices } from './device.ts'
import { tooManyAttempts, tooManyMessage } from './too-many.ts'

const signIn = '/sign-in/email'
/** Ten attempts, then one every three minutes: about 490 a day. */
const size = { attempts: 10, refillSeconds: 3 * 60 }
const cookieLifetime = 365 * 24 * 60 * 60

/** Slows down password guessing at one account without locking out its owner, however many addresses the guesses come
 *  from. A browser that has signed in to the account has attempts of its own; all others share theirs (OWASP's device
 *  cookies, docs/decisions/0012). Emails without an account count the same way. Unless `enabled`, it counts nothing and
 *  sets no cookie. */
export function openAccountLimit({ db, secret, enabled }: { db: Db; secret: string; enabled: boolean }) {
  const devices = openDevices(secret)
  const limits = openLimits(db, secret)
  const resets = new WeakMap<Request, string>()
  // A sign-in can replace the password hash that the bucket's name depends on, so the name is kept.
  const buckets = new WeakMap<Request, string>()

  const cookieOf = ({ context }: AuthCall) => context.createAuthCookie('device', { maxAge: cookieLifetime })
  const cookieValue = (call: AuthCall) => call.getCookie(cookieOf(call).name) ?? ''
  const findAccount = async (email: string) => ({ email, passwordHash: await findPasswordHash(db, email) })

  return {
    /** Takes an attempt if the call is a sign-in with a password. Returns the response to send when no attempt is
     *  left. */
    takeAttempt: async (call: AuthCall): Promise<Response | undefined> => {
      if (!enabled || call.path !== signIn) return undefined
      const { email } = mailRequest.parse(call.body)
      const cookie = cookieValue(call)
      // No device cookie: nothing to verify.
      const account = cookie ? await findAccount(email) : { email, passwordHash: undefined }
      const bucket = devices.bucketOf(cookie, account)
      if (call.request) buckets.set(call.request, bucket)
      const wait = await limits.take('sign-in', bucket, size)
      return wait === undefined ? undefined : tooManyAtAccount(wait)
    },
    /** Sets the device cookie after a sign-in or a password reset, and returns the attempt of a successful sign-in. */
    rememberBrowser: async (call: AuthCall): Promise<void> => {
      if (!enabled) return
      const email = call.context.newSession?.user.email ?? (call.request && resets.get(call.request))
      if (!email) return
      const { name, attributes } = cookieOf(call)
      call.setCookie(name, devices.remember(cookieValue(call), await findAccount(email)), attributes)
      const bucket = call.request && buckets.get(call.request)
      if (bucket) await limits.giveBack('sign-in', bucket, size)
    },
    /** Notes the account whose password `request` reset, for `rememberBrowser`. */
    noteReset: (request: Request | undefined, email: string): void => {
      if (request) resets.set(request, email)
    },
  }
}

function tooManyAtAccount(seconds: number) {
  const others = ', continue with Google or choose a new password'
  return tooManyAttempts(seconds, tooManyMessage(seconds, { at: ' for this account', others }), 'ACCOUNT_ATTEMPTS')
}
