import { del, get, set } from 'idb-keyval'
import { z } from 'zod/mini'

const record = z.object({ email: z.string(), name: z.string(), until: z.coerce.date() })

/** Who is signed in and until when; no secret. */
export type SessionRecord = z.infer<typeof record>

interface Store {
  get(key: string): Promise<unknown>
  set(key: string, value: string): Promise<void>
  del(key: string): Promise<void>
}

const key = 'session'

const indexedStore: Store = {
  get: async (key) => inTime(get(key)),
  set: async (key, value) => inTime(set(key, value)),
  del: async (key) => inTime(del(key)),
}

/** Reads who is signed in; undefined if nobody is, or no longer at `now`. */
export async function readRecord(now: Date): Promise<SessionRecord | undefined> {
  const store = await firstThatWorks()
  const text = await store?.get(key)
  if (typeof text !== 'string') return undefined
  const found = record.safeParse(safely(() => JSON.parse(text)))
  return found.success && found.data.until > now ? found.data : undefined
}

/** Stores who is signed in, so that a reload shows their page at once. */
export async function writeRecord(session: SessionRecord): Promise<void> {
  await (await firstThatWorks())?.set(key, JSON.stringify(session))
}

/** Removes the record from every storage. */
export async function removeRecord(): Promise<void> {
  await Promise.allSettled(stores().map((store) => store.del(key)))
}

async function firstThatWorks(): Promise<Store | undefined> {
  for (const store of stores()) if (await works(store)) return store
  return undefined
}

function stores(): Store[] {
  return [indexedStore, webStore(() => localStorage), webStore(() => sessionStorage)]
}

async function works(store: Store): Promise<boolean> {
  const probe = crypto.randomUUID()
  try {
    await store.set('probe', probe)
    const kept = (await store.get('probe')) === probe
    await store.del('probe')
    return kept
  } catch {
    return false
  }
}

function webStore(area: () => Storage): Store {
  return {
    get: async (key) => area().getItem(key),
    set: async (key, value) => area().setItem(key, value),
    del: async (key) => area().removeItem(key),
  }
}

/** Some browsers never answer a refused request to open the database. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, refuse) => setTimeout(() => refuse(new Error('The browser database did not answer')), 1000)),
  ])
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
