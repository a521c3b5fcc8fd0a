import { eq, sql } from 'drizzle-orm'
import type { ClinicData } from '#contract/clinic.ts'
import type { Db } from '#server/database/db.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'

/** Inserts the row of the clinic, or fills in that of an earlier release, which keeps its time zone. Does nothing if
 *  the clinic has one: admins change it from then on. */
export async function addFirstClinic(db: Db, first: ClinicData): Promise<void> {
  const added = await db.insert(clinic).values(first).onConflictDoNothing().returning({ name: clinic.name })
  if (added.length > 0) return
  const { timeZone: _zone, setupStep: _step, ...fields } = first
  await db.update(clinic).set(fields).where(eq(clinic.name, ''))
}

/** Returns the clinic's data.
 *  @throws Error if `addFirstClinic` has not run */
export async function readClinic(db: Db): Promise<ClinicData> {
  const [row] = await db.select().from(clinic)
  if (!row) throw new Error('The clinic has no data')
  const { only: _, ...data } = row
  return data
}

/** Changes fields of the clinic. */
export async function updateClinic(tx: Db, change: Partial<ClinicData>): Promise<void> {
  await tx.update(clinic).set(change)
}

/** Lets the time zone change although there are appointments ahead, until the transaction ends
 *  (server/database/functions/keep_time_zone.sql). */
export async function allowOtherZone(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('clinic.appointments_follow', 'yes', true)`)
}

/** Tells whether there are payments, or intents of payments that may still come. */
export async function hasPayments(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: paymentIntent.id })
    .from(paymentIntent)
    .where(sql`${paymentIntent.state} <> 'cancelled'`)
    .limit(1)
  return row !== undefined
}
