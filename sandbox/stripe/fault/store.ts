import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { fault } from '../schema.ts'
import type { Faults } from './fault.ts'

/** Returns the faults, with the number of events and calls that they still apply to. */
export async function findFaults(db: Db): Promise<Faults> {
  const [found] = await db.select().from(fault)
  if (!found) return { webhooks: {}, api: null }
  const { webhooks, dropsLeft, api, callsLeft } = found
  return {
    webhooks: dropsLeft === null ? webhooks : { ...webhooks, drop: dropsLeft },
    api: api && (callsLeft === null ? api : { ...api, next: callsLeft }),
  }
}

/** Replaces all faults. */
export async function saveFaults(db: Db, { webhooks, api }: Faults): Promise<void> {
  const { drop } = webhooks
  const row = { webhooks, dropsLeft: typeof drop === 'number' ? drop : null, api, callsLeft: api?.next ?? null }
  await db.insert(fault).values(row).onConflictDoUpdate({ target: fault.id, set: row })
}

/** Counts a dropped event; false if none is to be dropped. */
export async function takeDrop(db: Db): Promise<boolean> {
  const taken = await db
    .update(fault)
    .set({ dropsLeft: sql`${fault.dropsLeft} - 1` })
    .where(or(gt(fault.dropsLeft, 0), and(isNull(fault.dropsLeft), eq(sql`${fault.webhooks} ->> 'drop'`, 'all'))))
    .returning({ id: fault.id })
  return taken.length > 0
}

/** Counts a faulty call; false if no fault is left. */
export async function takeCall(db: Db): Promise<boolean> {
  const taken = await db
    .update(fault)
    .set({ callsLeft: sql`${fault.callsLeft} - 1` })
    .where(or(gt(fault.callsLeft, 0), and(isNull(fault.callsLeft), sql`${fault.api} is not null`)))
    .returning({ id: fault.id })
  return taken.length > 0
}
