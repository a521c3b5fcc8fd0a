import { and, asc, gt, sql } from 'drizzle-orm'
import { columnFields } from '#contract/patient/fields.ts'
import type { Db } from '#server/database/db.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { columnsOf } from '#server/patient/field-store.ts'
import { isCurrent, oldId } from '#server/patient/store.ts'

/** Lists the next patients for an export, after the one with this id. */
export async function nextPatients(db: Db, after: string, limit: number) {
  const { id } = patient
  const phones = sql<string | null>`(select string_agg(phone.number, '; ' order by phone.created_at, phone.number)
    from ${patientPhone} as phone where phone.patient_id = ${patient}.id)`
  return db
    .select({ id, ...columnsOf(columnFields), phones, oldId })
    .from(patient)
    .where(and(isCurrent, gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
}
