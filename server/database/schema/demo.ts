import { pgTable, text } from 'drizzle-orm/pg-core'
import { patient } from './patient.ts'

/** The patients whom the demo has invented. A trigger admits only those of whom nothing is known yet; another takes out
 *  those who turn out to be real (docs/decisions/0117). */
export const demoPatient = pgTable('demo_patient', {
  patientId: text('patient_id')
    .primaryKey()
    .references(() => patient.id, { onDelete: 'cascade' }),
})
