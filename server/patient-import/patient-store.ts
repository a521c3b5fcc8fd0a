import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import { type ColumnField, columnFields, fieldsWith } from '#contract/patient/fields.ts'
import { hasBooking } from '#server/booking/imported-store.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient, patientPhone, patientUser } from '#server/database/schema/patient.ts'
import { type FillableField, patientImportRow, patientOldId } from '#server/database/schema/patient-import.ts'
import { paymentIntent } from '#server/database/schema/payment.ts'
import { columnsOf, type FieldColumns } from '#server/patient/field-store.ts'

/** A patient to add. */
export type NewPatient = { id: string } & FieldColumns

export const fillableFields: FillableField[] = fieldsWith('stored', ['null', 'text'])

const namesOf = (fields: readonly ColumnField[], prefix = sql``) =>
  sql.join(
    fields.map((field) => sql`${prefix}${sql.identifier(patient[field].name)}`),
    sql`, `,
  )

/** Returns these fields of patients as JSON, by the names of their columns. */
function toJson<F extends ColumnField>(
  patients: readonly ({ id: string } & Pick<FieldColumns, F>)[],
  fields: F[],
): SQL {
  const rows = patients.map((row) => ({
    id: row.id,
    ...Object.fromEntries(fields.map((field) => [patient[field].name, row[field]])),
  }))
  return sql`${JSON.stringify(rows)}::jsonb`
}

/** Adds patients without accounts. */
export async function insertPatients(tx: Db, patients: readonly NewPatient[]): Promise<void> {
  if (patients.length === 0) return
  await tx.execute(sql`
    insert into ${patient} (id, ${namesOf(columnFields)})
    select id, ${namesOf(columnFields)} from jsonb_populate_recordset(null::${patient}, ${toJson(patients, columnFields)})`)
}

/** Adds phone numbers to patients who don't have them. */
export async function insertPhones(tx: Db, phones: readonly { patientId: string; number: string }[]): Promise<void> {
  if (phones.length === 0) return
  await tx.execute(sql`
    insert into ${patientPhone} (patient_id, number)
    select "patientId", number from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb) as v("patientId" text, number text)
    on conflict do nothing`)
}

/** Deletes phone numbers of patients. */
export async function deletePhones(tx: Db, phones: readonly { patientId: string; number: string }[]): Promise<void> {
  if (phones.length === 0) return
  await tx.execute(sql`
    delete from ${patientPhone} using jsonb_to_recordset(${JSON.stringify(phones)}::jsonb) as v("patientId" text, number text)
    where patient_id = v."patientId" and ${patientPhone.number} = v.number`)
}

/** Notes the ids that patients had in the old system. The first patient of an id keeps it. */
export async function insertOldIds(tx: Db, ids: readonly { oldId: string; patientId: string }[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .insert(patientOldId)
      .values([...ids])
      .onConflictDoNothing()
}

/** A patient that the clinic knew, with what an import can fill. */
export type KnownPatient = { id: string; hasPhones: boolean } & Pick<FieldColumns, FillableField>

/** Locks patients FOR UPDATE and returns them. */
export async function lockKnown(tx: Db, ids: readonly string[]): Promise<KnownPatient[]> {
  const { id } = patient
  return tx
    .select({
      ...{ id, ...columnsOf(fillableFields) },
      hasPhones: sql<boolean>`exists (select from ${patientPhone} as phone where phone.patient_id = ${patient}.id)`,
    })
    .from(patient)
    .where(inArray(patient.id, [...ids]))
    .orderBy(asc(patient.id))
    .for('update', { of: patient })
}

/** Writes the fields of patients that an import can fill. */
export async function writeKnown(tx: Db, patients: readonly KnownPatient[]): Promise<void> {
  if (patients.length === 0) return
  await tx.execute(sql`
    update ${patient} as p set (${namesOf(fillableFields)}) = row(${namesOf(fillableFields, sql`v.`)})
    from jsonb_populate_recordset(null::${patient}, ${toJson(patients, fillableFields)}) as v
    where p.id = v.id`)
}

/** Why a patient can't be taken back. */
export type Reference = 'merge' | 'appointment' | 'payment' | 'account'

/** Returns what refers to these patients, who must be locked. */
export async function listReferences(tx: Db, ids: readonly string[]): Promise<Map<string, Reference>> {
  const refers = sql<Reference | null>`case
    when ${patient}.merged_into is not null or exists (select from ${patient} as f where f.merged_into = ${patient}.id)
      then 'merge'
    when ${hasBooking(sql`${patient}.id`)} then 'appointment'
    when exists (select from ${paymentIntent} as i where i.patient_id = ${patient}.id) then 'payment'
    when exists (select from ${patientUser} as u where u.patient_id = ${patient}.id) then 'account' end`
  const found = await tx
    .select({ id: patient.id, refers })
    .from(patient)
    .where(inArray(patient.id, [...ids]))
  return new Map(found.flatMap(({ id, refers }) => (refers ? [[id, refers] as const] : [])))
}

// Former releases hashed these. A field that came later counts once it is known, so that their hashes stay.
const firstFields = ['name', 'birthDate', 'email', 'language', 'contact', 'notes'] as const
const laterFields = columnFields.filter((field) => !(firstFields as readonly string[]).includes(field))

/** Returns a hash of each of these patients, with their phone numbers. It changes with everything that staff, their
 *  account or another import can write. */
export async function listPrints(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const later = JSON.stringify(laterFields.map((field) => patient[field].name))
  const rows = await selectRows<{ id: string; print: string }>(
    tx,
    sql`
    select p.id, md5((jsonb_build_array(${namesOf(firstFields, sql`p.`)},
      (select jsonb_agg(number order by number) from ${patientPhone} as phone where phone.patient_id = p.id))
      || (select coalesce(jsonb_agg(value order by key), '[]') from jsonb_each(to_jsonb(p))
        where ${later}::jsonb ? key and value not in ('null', '""')))::text) as print
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as wanted(id) join ${patient} as p on p.id = wanted.id`,
  )
  return new Map(rows.map(({ id, print }) => [id, print]))
}

/** Replaces the hashes of patients whom an import has added and now changes itself. Those whom somebody else has
 *  changed in between keep their former one. */
export async function renewPrints(
  tx: Db,
  importId: string,
  prints: readonly { patientId: string; before: string | undefined; after: string | undefined }[],
): Promise<void> {
  await tx.execute(sql`
    update ${patientImportRow} as r set filled = jsonb_build_object('print', v.after)
    from jsonb_to_recordset(${JSON.stringify(prints)}::jsonb) as v("patientId" text, before text, after text)
    where r.import_id = ${importId} and r.patient_id = v."patientId" and r.state = 'added'
      and r.filled ->> 'print' = v.before`)
}

/** Deletes patients to whom nothing refers. */
export async function deletePatients(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(patient).where(inArray(patient.id, [...ids]))
}
