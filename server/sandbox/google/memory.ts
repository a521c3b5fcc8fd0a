import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/** Keeps what a sign-in under way needs, in memory: after a restart it is started again. A sign-in at the stand-in itself is not
 *  kept at all, so that the account chooser asks each time. */
export function memory(): AdapterFactory {
  const kept = new LRUCache<string, AdapterPayload>({ max: 5_000 })
  return (kind): Adapter => {
    const keyOf = (id: string) => `${kind} ${id}`
    return {
      upsert: async (id, payload, seconds) => {
        if (kind !== 'Session') kept.set(keyOf(id), payload, seconds ? { ttl: seconds * 1_000 } : {})
      },
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const found = kept.get(keyOf(id))
        if (found) found.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id) => {
        kept.delete(keyOf(id))
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept.entries()) if (payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}
