import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'

// The triggers rules_locked and booking_admitted take the same lock (docs/decisions/0031).
const key = sql.raw('7305115')

/** Takes the lock that excludes bookings until the transaction ends. */
export async function lockRules(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
}

/** Keeps changes of the rules out until the transaction ends. */
export async function shareRules(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${key})`)
}
