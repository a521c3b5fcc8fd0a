import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { email } from '#contract/kit/text/email.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'

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

/** Opens the sandbox's accounts: the samples, and in memory those made with 'Use another account'. */
export function openUsers() {
  const others = new LRUCache<string, User>({ max: 1_000 })
  const find = (sub: string) => sampleUsers.find((user) => user.sub === sub) ?? others.get(sub)
  return {
    find,
    /** Adds an account, or returns the sample account with this email unchanged. */
    add: (input: z.infer<typeof otherAccount>): User => {
      const user = toUser(input)
      const sample = sampleUsers.find(({ sub }) => sub === user.sub)
      if (!sample) others.set(user.sub, user)
      return sample ?? user
    },
  }
}
export type Users = ReturnType<typeof openUsers>

// An email always has the same account, also after a restart. Google's ids are numbers, so they never collide with these.
function toUser({ name, email }: { name: string; email: string }): User {
  const hash = createHash('sha256').update(email).digest('hex').slice(0, 24)
  return { sub: `stand-in-${hash}`, name, email, verified: true }
}
