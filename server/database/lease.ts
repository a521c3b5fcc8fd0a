import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { lease } from './schema/lease.ts'

/** Takes the lease of this name for so many seconds, or keeps it; false while another `holder` has it. One that died loses it when its time is over. */
export async function takeLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${seconds})`
  const taken = await db
    .insert(lease)
    .values({ name, holder, until })
    .onConflictDoUpdate({
      target: lease.name,
      set: { holder, until },
      setWhere: sql`${lease.until} < now() or ${lease.holder} = ${holder}`,
    })
    .returning({ name: lease.name })
  return taken.length > 0
}

/** Lets go of a lease before its time, if `holder` has it. */
export async function dropLease(db: Db, name: string, holder: string): Promise<void> {
  await db.delete(lease).where(sql`${lease.name} = ${name} and ${lease.holder} = ${holder}`)
}
