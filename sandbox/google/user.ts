import { createHash } from 'node:crypto'
import { z } from 'zod'
import { email } from '#contract/kit/text/email.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'
import type { Db } from '#server/database/db.ts'
import { findUser, saveUser } from './store.ts'

/** A user with an account at the sandbox. `verified`: the sandbox reports the email as verified. */
export type User = { sub: string; name: string; email: string; verified: boolean }

/** The form 'Use another account'. */
export const otherAccount = z.object({ name: plainText('Name is Required', 100), email })

/** Accounts that always exist. example.com is reserved (RFC 2606). */
export const sampleUsers: User[] = [
  toUser({ name: 'Maja Holm', email: 'maja.holm@example.com' }),
  toUser({ name: 'Tomás Rivera', email: 'tomas.rivera@example.com' }),
  { ...toUser({ name: 'Jo Park', email: 'jo.park@example.com' }), verified: false },
]

// A sign-in ends within 20 minutes: 10 for the choice, and 5 for the access token.
const lifetimeSeconds = 3_600

// A request can ask for any text, also for one that PostgreSQL refuses.
const isSub = (text: string) => /^stand-in-[0-9a-f]{24}$/.test(text)

const findSample = (wanted: string) => sampleUsers.find(({ sub }) => sub === wanted)

/** Opens the sandbox's accounts: the samples, and for an hour those made with 'Use another account'. */
export function openUsers(db: Db) {
  return {
    find: async (sub: string): Promise<User | undefined> => {
      const found = findSample(sub) ?? (isSub(sub) ? await findUser(db, sub) : undefined)
      return found && { verified: true, ...found }
    },
    /** Adds an account, or returns the sample account with this email unchanged. */
    add: async (input: z.infer<typeof otherAccount>): Promise<User> => {
      const user = toUser(input)
      const sample = findSample(user.sub)
      if (!sample) await saveUser(db, user, lifetimeSeconds)
      return sample ?? user
    },
  }
}
export type Users = ReturnType<typeof openUsers>

// An email always has the same account, also after a restart. Google's ids are numbers, so they never collide with
// these.
function toUser({ name, email }: { name: string; email: string }): User {
  const hash = createHash('sha256').update(email).digest('hex').slice(0, 24)
  return { sub: `stand-in-${hash}`, name, email, verified: true }
}
