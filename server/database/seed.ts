import { v7 as uuid } from 'uuid'
import type { Db } from './db.ts'
import { treatment } from './schema/treatment.ts'

const morning = halfHours(8, 12)
const wholeDay = [...morning, ...halfHours(13, 17)]

/** Treatments of the sample clinic. Prices in cents. */
export const sampleTreatments = [
  { name: 'Teeth Orthodontics', price: 99_00, slots: wholeDay },
  { name: 'Cosmetic Dentistry', price: 139_00, slots: wholeDay },
  { name: 'Teeth Cleaning', price: 59_00, slots: wholeDay },
  { name: 'Cavity Protection', price: 129_00, slots: wholeDay },
  { name: 'Pediatric Dental', price: 199_00, slots: wholeDay },
  { name: 'Oral Surgery', price: 149_00, slots: morning },
]

/** Inserts the sample treatments if there are no treatments. */
export async function seed(db: Db): Promise<void> {
  const [any] = await db.select({ id: treatment.id }).from(treatment).limit(1)
  if (any) return
  const rows = sampleTreatments.map((sample, position) => ({ ...sample, id: uuid(), position }))
  await db.insert(treatment).values(rows).onConflictDoNothing()
}

if (import.meta.main) {
  const { withDatabase } = await import('./migrate.ts')
  await withDatabase(({ db }) => seed(db))
}

function halfHours(from: number, until: number): string[] {
  return Array.from({ length: (until - from) * 2 }, (_, i) => {
    const start = from * 60 + i * 30
    return `${clock(start)} - ${clock(start + 30)}`
  })
}

function clock(minutes: number) {
  const hour = Math.floor(minutes / 60)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${pad(hour % 12 || 12)}.${pad(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`
}
