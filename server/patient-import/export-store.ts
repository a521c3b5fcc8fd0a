import { and, asc, eq, gt, gte, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { patientOldId } from '#server/database/schema/patient-import.ts'
import { isCurrent } from '#server/patient/store.ts'

const oldId = sql<string | null>`(select min(o.old_id) from ${patientOldId} as o where o.patient_id = ${patient}.id)`

/** Lists the next patients for an export, after the one with this id. */
export async function nextPatients(db: Db, after: string, limit: number) {
  const { id, name, birthDate, email, language, contact, notes } = patient
  const phones = sql<string | null>`(select string_agg(phone.number, '; ' order by phone.created_at, phone.number)
    from ${patientPhone} as phone where phone.patient_id = ${patient}.id)`
  return db
    .select({ id, name, birthDate, email, language, contact, notes, phones, oldId })
    .from(patient)
    .where(and(isCurrent, gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
}

/** Lists the next future appointments for an export, after the one with this id. */
export async function nextAppointments(db: Db, now: Date, after: string, limit: number) {
  const { id, treatment, date, slot, phone, priceCents, note } = booking
  return db
    .select({
      ...{ id, treatment, date, slot, phone, priceCents, note, dentist: doctor.name, oldId },
      ...{ email: patient.email, name: patient.name, birthDate: patient.birthDate },
    })
    .from(booking)
    .innerJoin(patient, eq(patient.id, booking.patientId))
    .leftJoin(doctor, eq(doctor.id, booking.doctorId))
    .where(and(eq(booking.status, 'booked'), gte(booking.startsAt, now), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
}
