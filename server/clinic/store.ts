import { eq, sql } from 'drizzle-orm'
import type { ClinicData } from '#contract/clinic.ts'
import type { Db } from '#server/database/db.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { payment, paymentIntent } from '#server/database/schema/payment.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { withPictures, writePictures } from './picture-store.ts'

/** Inserts the row of the clinic, or fills in that of an earlier release, which keeps its time zone. Does nothing if
 *  the clinic has one: admins change it from then on. */
export async function addFirstClinic(db: Db, first: ClinicData): Promise<void> {
  const added = await db
    .insert(clinic)
    .values({ ...first, ...listsOf(first) })
    .onConflictDoNothing()
    .returning({ name: clinic.name })
  if (added.length > 0) return
  const { timeZone: _zone, setupStep: _step, version: _version, pictures: _pictures, ...fields } = first
  await db
    .update(clinic)
    .set({ ...fields, ...listsOf(first) })
    .where(eq(clinic.name, ''))
}

/** Returns the clinic's data.
 *  @throws Error if `addFirstClinic` has not run */
export async function readClinic(db: Db): Promise<ClinicData> {
  const [row] = await db.select().from(clinic)
  if (!row) throw new Error('The clinic has no data')
  const { only: _, ...data } = row
  return { ...data, ...(await withPictures(db, data)) }
}

/** Changes fields of the clinic, if its version is still `version`. Returns false, and changes nothing, otherwise.
 *  @throws DrizzleQueryError with the code 23001 if a trigger keeps the currency, 23503 if there is no such photo */
export async function updateClinic(tx: Db, change: Partial<ClinicData>, version: number): Promise<boolean> {
  const { pictures: _, ...columns } = change
  const changed = await tx
    .update(clinic)
    .set({ ...columns, ...listsOf(change), version: sql`${clinic.version} + 1` })
    .where(eq(clinic.version, version))
    .returning({ version: clinic.version })
  if (changed.length === 0) return false
  await writePictures(tx, change)
  return true
}

// The pictures are in a table of their own, where a foreign key holds them.
function listsOf({ services, reviews }: Partial<ClinicData>) {
  return {
    ...(services && { services: services.map(({ picture: _, ...card }) => card) }),
    ...(reviews && { reviews: reviews.map(({ picture: _, ...review }) => review) }),
  }
}

/** Returns the names of the treatments whose price is no whole number, such as 59.50. */
export async function listWithHundredths(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: treatment.name })
    .from(treatment)
    .where(sql`${treatment.priceCents} % 100 <> 0 and ${treatment.retiredAt} is null`)
    .orderBy(treatment.name)
  return rows.map(({ name }) => name)
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
  const [atDesk] = row ? [] : await db.select({ id: payment.id }).from(payment).limit(1)
  return row !== undefined || atDesk !== undefined
}
