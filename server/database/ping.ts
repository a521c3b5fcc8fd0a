import { setTimeout } from 'node:timers/promises'
import type { Database } from './db.ts'

/** Returns whether the database responds within two seconds. */
export async function isResponding({ ping }: Pick<Database, 'ping'>): Promise<boolean> {
  const answer = ping().then(
    () => true,
    () => false,
  )
  return Promise.race([answer, setTimeout(2_000, false, { ref: false })])
}
