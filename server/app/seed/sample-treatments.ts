import { v7 as uuid } from 'uuid'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import type { Db } from '#server/database/db.ts'
import { treatment } from '#server/database/schema/treatment.ts'

type Sample = { name: string; priceCents: number; description: string; reasons?: VisitReason[]; recallMonths?: number }

/** Treatments of the sample clinic; the last three are those of its service cards. Prices in cents. */
export const sampleTreatments: readonly Sample[] = [
  {
    name: 'Teeth Orthodontics',
    priceCents: 99_00,
    description: 'We look at how your teeth sit and plan braces or aligners with you.',
  },
  {
    name: 'Cosmetic Dentistry',
    priceCents: 139_00,
    description: 'We reshape or cover chipped and uneven teeth.',
    reasons: ['broken-tooth'],
  },
  {
    name: 'Teeth Cleaning',
    priceCents: 59_00,
    description: 'A check of all your teeth, then we remove plaque and tartar.',
    reasons: ['check-up'],
    recallMonths: 6,
  },
  {
    name: 'Cavity Protection',
    priceCents: 129_00,
    description: 'We seal the grooves of your back teeth, where most cavities begin.',
  },
  {
    name: 'Pediatric Dental',
    priceCents: 199_00,
    description: 'A check-up for children, with time to look at everything first.',
    reasons: ['child'],
  },
  {
    name: 'Oral Surgery',
    priceCents: 149_00,
    description: 'We remove teeth that can’t be saved, and wisdom teeth.',
    reasons: ['pain'],
  },
  {
    name: 'Fluoride Treatment',
    priceCents: 69_00,
    description: 'A thin coat that hardens your enamel. It lasts about six months.',
  },
  {
    name: 'Cavity Filling',
    priceCents: 119_00,
    description: 'We find what hurts, clean the cavity and fill it to match your tooth.',
    reasons: ['pain', 'broken-tooth'],
  },
  {
    name: 'Teeth Whitening',
    priceCents: 189_00,
    description: 'Lifts coffee, tea and age stains gently, in one visit.',
    reasons: ['whiter-teeth'],
  },
]

/** Inserts the sample treatments if there are no treatments. Returns how many it inserted. */
export async function addSampleTreatments(db: Db): Promise<number> {
  const [any] = await db.select({ id: treatment.id }).from(treatment).limit(1)
  if (any) return 0
  const rows = sampleTreatments.map((sample, position) => ({ ...sample, id: uuid(), position }))
  const inserted = await db.insert(treatment).values(rows).onConflictDoNothing().returning({ id: treatment.id })
  return inserted.length
}
