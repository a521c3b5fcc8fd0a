import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { email } from '#contract/kit/text/email.ts'
import { plainText } from '#contract/kit/text/plain-text.ts'

/** Somebody with an account at the stand-in. `verified`: the stand-in vouches for the address. */
export type Person = { sub: string; name: string; email: string; verified: boolean }

/** The form of 'Use another account'. */
export const anotherAccount = z.object({ name: plainText('Name is Required', 100), email })

/** Who is always there. example.com belongs to nobody (RFC 2606). */
export const samplePeople: Person[] = [
  personOf({ name: 'Maja Holm', email: 'maja.holm@example.com' }),
  personOf({ name: 'Tomás Rivera', email: 'tomas.rivera@example.com' }),
  { ...personOf({ name: 'Jo Park', email: 'jo.park@example.com' }), verified: false },
]

/** The accounts at the stand-in: the sample people, and those of whoever used another account since the start. */
export function openPeople() {
  const others = new LRUCache<string, Person>({ max: 1_000 })
  const find = (sub: string) => samplePeople.find((person) => person.sub === sub) ?? others.get(sub)
  return {
    find,
    /** A sample person keeps their name and state, whoever asks for their address. */
    add: (given: z.infer<typeof anotherAccount>): Person => {
      const person = personOf(given)
      const known = samplePeople.find(({ sub }) => sub === person.sub)
      if (!known) others.set(person.sub, person)
      return known ?? person
    },
  }
}
export type People = ReturnType<typeof openPeople>

// One account for an address, also after a restart; the prefix can't be taken for one of Google's numbers.
function personOf({ name, email }: { name: string; email: string }): Person {
  const hash = createHash('sha256').update(email).digest('hex').slice(0, 24)
  return { sub: `stand-in-${hash}`, name, email, verified: true }
}
