import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/** Stores the state of sign-ins in memory; after a restart they have to start again. Sessions of the sandbox itself are not stored, so
 *  that the account chooser opens each time. */
export function memory(): AdapterFactory {
  const entries = new LRUCache<string, AdapterPayload>({ max: 5_000 })
  return (kind): Adapter => {
    const keyOf = (id: string) => `${kind} ${id}`
    return {
      upsert: async (id, payload, seconds) => {
        if (kind !== 'Session') entries.set(keyOf(id), payload, seconds ? { ttl: seconds * 1_000 } : {})
      },
      find: async (id) => entries.get(keyOf(id)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const found = entries.get(keyOf(id))
        if (found) found.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id) => {
        entries.delete(keyOf(id))
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
