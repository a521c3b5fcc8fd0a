import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import { treatment } from '#server/database/schema/treatment.ts'

/** Treatments of the sample clinic. Prices in cents. */
export const sampleTreatments = [
  { name: 'Teeth Orthodontics', priceCents: 99_00 },
  { name: 'Cosmetic Dentistry', priceCents: 139_00 },
  { name: 'Teeth Cleaning', priceCents: 59_00, recallMonths: 6 },
  { name: 'Cavity Protection', priceCents: 129_00 },
  { name: 'Pediatric Dental', priceCents: 199_00 },
  { name: 'Oral Surgery', priceCents: 149_00 },
]

/** Inserts the sample treatments if there are no treatments. Returns how many it inserted. */
export async function addSampleTreatments(db: Db): Promise<number> {
  const [any] = await db.select({ id: treatment.id }).from(treatment).limit(1)
  if (any) return 0
  const rows = sampleTreatments.map((sample, position) => ({ ...sample, id: uuid(), position }))
  const inserted = await db.insert(treatment).values(rows).onConflictDoNothing().returning({ id: treatment.id })
  return inserted.length
}
