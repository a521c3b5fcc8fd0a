import { type ColumnField, columnFields } from '#contract/patient/fields.ts'
import { notPersonal } from './personal-data-of-clinic.ts'

const erasedFields = Object.fromEntries(columnFields.map((field) => [field, 'erased'])) as Record<ColumnField, 'erased'>

/** What becomes of patients, of their phone numbers, and of what they are due for. */
export const patientData = {
  patient: {
    id: 'kept: appointments in the clinic’s books refer to it',
    ...erasedFields,
    createdAt: 'kept: it says nothing without a name',
    recallsStoppedAt: 'erased',
    recallsSnoozedUntil: 'erased',
    erasedAt: notPersonal,
    mergedInto: notPersonal,
    tieEndedAt: notPersonal,
    diedAt: 'erased, not exported: nobody exports their own',
  },
  recall: {
    id: 'erased, not exported: it finds the row',
    patientId: 'erased',
    treatmentId: 'erased',
    lastVisitOn: 'erased',
    foundAt: 'erased',
    invitedAt: 'erased',
    calledAt: 'erased',
    bookingId: 'erased, not exported: the export has the appointment',
    closedAt: 'erased, not exported: it follows from the appointments',
  },
  demoPatient: { patientId: notPersonal },
  patientPhone: {
    patientId: 'erased',
    number: 'erased',
    createdAt: 'erased',
    digits: 'erased, not exported: the export has the number',
  },
} as const
