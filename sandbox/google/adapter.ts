import type { Adapter, AdapterFactory } from 'oidc-provider'
import type { Db } from '#server/database/db.ts'
import { deleteExpired, deleteState, deleteStatesOfGrant, findState, markConsumed, saveState } from './store.ts'

const hour = 3_600

// The ids that the provider makes. A request can ask for any text, also for one that PostgreSQL refuses.
const isId = (id: string) => /^[\w-]{1,100}$/.test(id)

/** Stores the state of sign-ins in the database, so that any instance can continue them. Each new sign-in deletes what
 *  has expired. Sessions of the sandbox itself are not stored, so that the account chooser opens each time. */
export function databaseAdapter(db: Db): AdapterFactory {
  return (kind): Adapter => ({
    upsert: async (id, payload, seconds = hour) => {
      if (kind === 'Session') return
      if (kind === 'Interaction') await deleteExpired(db)
      await saveState(db, { kind, id }, payload, seconds)
    },
    find: async (id) => (isId(id) ? findState(db, { kind, id }) : undefined),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: (id) => markConsumed(db, { kind, id }),
    destroy: (id) => deleteState(db, { kind, id }),
    revokeByGrantId: (grantId) => deleteStatesOfGrant(db, grantId),
  })
}
