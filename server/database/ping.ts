import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Returns whether the database responds within two seconds. */
export async function isResponding(db: Db): Promise<boolean> {
  const query = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([query, setTimeout(2_000, false, { ref: false })])
}
