import { del, get, set } from 'idb-keyval'
import { z } from 'zod/mini'
import { staffRole } from '#contract/access/roles.ts'
import { attempt } from '#web/attempt.ts'

const record = z.object({
  email: z.string(),
  name: z.string(),
  until: z.coerce.date(),
  role: z.catch(z.optional(staffRole), undefined),
})

/** The signed-in person and, by the browser's clock, the end of their session; no secret. `role`, which patients don't
 *  have, only decides which links and pages are shown. */
export type SessionRecord = z.infer<typeof record>

interface Store {
  get(key: string): Promise<unknown>
  set(key: string, value: string): Promise<void>
  del(key: string): Promise<void>
}

const key = 'session'
const timeoutMs = 1000

const indexedStore: Store = {
  get: async (key) => withTimeout(get(key)),
  set: async (key, value) => withTimeout(set(key, value)),
  del: async (key) => withTimeout(del(key)),
}
const stores = [indexedStore, webStore(() => localStorage), webStore(() => sessionStorage)]

/** Reads the record; undefined without one, and if it has expired at `now`. */
export async function readSessionRecord(now: Date): Promise<SessionRecord | undefined> {
  const text = await (await firstWorkingStore())?.get(key)
  if (typeof text !== 'string') return undefined
  const found = record.safeParse(attempt(() => JSON.parse(text)))
  return found.success && found.data.until > now ? found.data : undefined
}

/** Stores the record, so that a reload shows the person's page at once. */
export async function writeSessionRecord(session: SessionRecord): Promise<void> {
  await (await firstWorkingStore())?.set(key, JSON.stringify(session))
}

/** Removes the record from every storage. */
export async function removeSessionRecord(): Promise<void> {
  await Promise.allSettled(stores.map((store) => store.del(key)))
}

async function firstWorkingStore(): Promise<Store | undefined> {
  for (const store of stores) if (await works(store)) return store
  return undefined
}

async function works(store: Store): Promise<boolean> {
  const probe = crypto.randomUUID()
  try {
    await store.set('probe', probe)
    const isStored = (await store.get('probe')) === probe
    await store.del('probe')
    return isStored
  } catch {
    return false
  }
}

function webStore(storage: () => Storage): Store {
  return {
    get: async (key) => storage().getItem(key),
    set: async (key, value) => storage().setItem(key, value),
    del: async (key) => storage().removeItem(key),
  }
}

/** Some browsers never answer a refused request to open the database. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  // Made only when it is needed: for the stack of an error, V8 parses the script again.
  const late = () => new Error('The browser database did not answer')
  return Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(late()), timeoutMs))])
}
