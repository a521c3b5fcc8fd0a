import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { AdapterPayload } from 'oidc-provider'
import type { Db } from '#server/database/db.ts'
import { googleState, googleUser } from './schema.ts'

/** The model and the id of a state. */
export type StateKey = { kind: string; id: string }

/** Inserts or replaces a state, which expires in `seconds`. */
export async function saveState(db: Db, key: StateKey, payload: AdapterPayload, seconds: number): Promise<void> {
  const values = { payload, grantId: payload.grantId ?? null, consumed: null, expiresAt: secondsFromNow(seconds) }
  const target = [googleState.kind, googleState.id]
  await db
    .insert(googleState)
    .values({ ...key, ...values })
    .onConflictDoUpdate({ target, set: values })
}

export async function findState(db: Db, key: StateKey): Promise<AdapterPayload | undefined> {
  const [found] = await db
    .select({ payload: googleState.payload, consumed: googleState.consumed })
    .from(googleState)
    .where(and(hasKey(key), gt(googleState.expiresAt, sql`now()`)))
  if (!found) return undefined
  const { payload, consumed } = found
  return consumed === null ? payload : { ...payload, consumed }
}

export async function markConsumed(db: Db, key: StateKey): Promise<void> {
  const consumed = sql`extract(epoch from now())::integer`
  await db.update(googleState).set({ consumed }).where(hasKey(key))
}

export async function deleteState(db: Db, key: StateKey): Promise<void> {
  await db.delete(googleState).where(hasKey(key))
}

export async function deleteStatesOfGrant(db: Db, grantId: string): Promise<void> {
  await db.delete(googleState).where(eq(googleState.grantId, grantId))
}

/** Inserts a user, or replaces the name of an existing one. It expires in `seconds`. */
export async function saveUser(db: Db, { sub, name, email }: GoogleUser, seconds: number): Promise<void> {
  const values = { sub, name, email, expiresAt: secondsFromNow(seconds) }
  await db.insert(googleUser).values(values).onConflictDoUpdate({ target: googleUser.sub, set: values })
}

export async function findUser(db: Db, wanted: string): Promise<GoogleUser | undefined> {
  const { sub, name, email, expiresAt } = googleUser
  const [found] = await db
    .select({ sub, name, email })
    .from(googleUser)
    .where(and(eq(sub, wanted), gt(expiresAt, sql`now()`)))
  return found
}

/** Deletes the states and users that have expired. */
export async function deleteExpired(db: Db): Promise<void> {
  for (const table of [googleState, googleUser]) await db.delete(table).where(lte(table.expiresAt, sql`now()`))
}

type GoogleUser = Pick<typeof googleUser.$inferSelect, 'sub' | 'name' | 'email'>

function hasKey({ kind, id }: StateKey) {
  return and(eq(googleState.kind, kind), eq(googleState.id, id))
}

function secondsFromNow(seconds: number): SQL {
  return sql`now() + make_interval(secs => ${seconds})`
}
