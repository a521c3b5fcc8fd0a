import { sql } from 'drizzle-orm'
import type { DuplicateKind } from '#contract/patient/import.ts'
import type { Db } from '#server/database/db.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { type Filled, patientImportRow, patientOldId, type RowState } from '#server/database/schema/patient-import.ts'

/** What a check has found about a row, and the keys of its patient. */
export type ParsedRow = {
  row: number
  state: RowState
  values: object
  problems: object[] | null
  name: string
  email: string | null
  birth_date: string | null
  phone_keys: string[]
  old_id: string | null
  day: string | null
}

/** Writes what a check has found about rows. */
export async function writeParsed(tx: Db, importId: string, rows: readonly ParsedRow[]): Promise<void> {
  await tx.execute(sql`
    update ${patientImportRow} as r set state = v.state, "values" = v."values", problems = v.problems,
      name_key = fold(v.name), email = v.email, birth_date = v.birth_date, phone_keys = v.phone_keys,
      old_id = v.old_id, day = v.day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(row int, state text, "values" jsonb, problems jsonb,
      name text, email text, birth_date date, phone_keys jsonb, old_id text, day date)
    where r.import_id = ${importId} and r.row = v.row`)
}

/** A patient, or an earlier row of the file, that a row resembles. `rowPatient` is that of the row's. */
export type Likeness = {
  row: number
  kind: DuplicateKind | null
  patient: string | null
  inFile: DuplicateKind | null
  likeRow: number | null
  rowPatient: string | null
}

/** Matches the patients `p` whose data are neither erased nor in another record. Not as the partial indexes have it:
 *  without statistics PostgreSQL takes `is null` for rare, and would go through one of them as a whole for each row. */
export const isCurrent = sql`coalesce(p.merged_into, p.erased_at::text) is null`

/** Returns for each of these rows the patient that it resembles most, and the earlier row. Each kind of likeness is
 *  found by its index, and only all of them together are put in order: an order within one would lead the planner to an
 *  index by that order, and through the whole table for each row. */
export async function findLikeness(tx: Db, importId: string, numbers: readonly number[]): Promise<Likeness[]> {
  const { rows } = (await tx.execute(sql`
    select r.row, m.kind, m.id as patient, f.kind as "inFile", f.row as "likeRow", f.patient_id as "rowPatient"
    from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as wanted(number)
    join ${patientImportRow} as r on r.import_id = ${importId} and r.row = wanted.number::int
    left join lateral (select * from (
      select 1 as rank, 'id' as kind, coalesce(p.merged_into, p.id) as id, p.created_at from ${patientOldId} as o
        join ${patient} as p on p.id = o.patient_id where o.old_id = r.old_id and p.erased_at is null
      union all select case when fold(p.name) = r.name_key then 2 else 5 end,
          case when fold(p.name) = r.name_key then 'email' else 'family' end, p.id, p.created_at
        from ${patient} as p where p.email = r.email and ${isCurrent}
      union all select case when p.birth_date = r.birth_date then 4 else 3 end,
          case when p.birth_date = r.birth_date then 'birth-date' else 'phone' end, p.id, p.created_at
        from ${patient} as p where fold(p.name) = r.name_key and ${isCurrent} and (
          p.birth_date = r.birth_date or exists (
            select from ${patientPhone} as phone, jsonb_array_elements_text(r.phone_keys) as key
            where phone.patient_id = p.id and phone.digits like '%' || key))
    ) as found order by rank, created_at, id limit 1) as m on true
    left join lateral (select * from (
      select 1 as rank, 'id' as kind, e.row, e.patient_id from ${patientImportRow} as e
        where ${isEarlier} and e.old_id = r.old_id
      union all select case when e.name_key = r.name_key then 2 else 5 end,
          case when e.name_key = r.name_key then 'email' else 'family' end, e.row, e.patient_id
        from ${patientImportRow} as e where ${isEarlier} and e.email = r.email
      union all select case when e.birth_date = r.birth_date then 4 else 3 end,
          case when e.birth_date = r.birth_date then 'birth-date' else 'phone' end, e.row, e.patient_id
        from ${patientImportRow} as e where ${isEarlier} and e.name_key = r.name_key and (
          e.birth_date = r.birth_date or exists (select from jsonb_array_elements_text(e.phone_keys) as one
            join jsonb_array_elements_text(r.phone_keys) as other on one = other))
    ) as found order by rank, row limit 1) as f on true`)) as { rows: Likeness[] }
  return rows
}

const isEarlier = sql`e.import_id = r.import_id and e.row < r.row and e.state <> 'faulty'`

/** Writes whom rows resemble; they are ready then. */
export async function writeLikeness(tx: Db, importId: string, rows: readonly Likeness[]): Promise<void> {
  await tx.execute(sql`
    update ${patientImportRow} as r set state = 'ready', like_kind = coalesce(v.kind, v."inFile"),
      like_patient = v.patient, like_row = case when v.patient is null then v."likeRow" end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(row int, kind text, patient text, "inFile" text,
      "likeRow" int)
    where r.import_id = ${importId} and r.row = v.row`)
}

/** What became of a row. */
export type RowResult = {
  row: number
  state: RowState
  patient_id?: string | null
  booking_id?: string | null
  filled?: Filled | null
  reason?: string | null
  problems?: object[] | null
}

/** Writes what became of rows. Those without problems lose their text. */
export async function writeResults(tx: Db, importId: string, rows: readonly RowResult[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${patientImportRow} as r set state = v.state, patient_id = coalesce(v.patient_id, r.patient_id),
      booking_id = coalesce(v.booking_id, r.booking_id), filled = v.filled, reason = v.reason,
      problems = case when v.state = 'faulty' then coalesce(v.problems, r.problems) end, cells = case when v.state = 'faulty' then r.cells end,
      "values" = null, name_key = null, email = null, birth_date = null, phone_keys = null, old_id = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(row int, state text, patient_id text,
      booking_id uuid, filled jsonb, reason text, problems jsonb)
    where r.import_id = ${importId} and r.row = v.row`)
}

/** Writes what a trial has found about rows, which keep their values for the import. */
export async function writeTried(tx: Db, importId: string, rows: readonly RowResult[]): Promise<void> {
  await tx.execute(sql`
    update ${patientImportRow} as r set state = v.state, patient_id = v.patient_id, problems = v.problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(row int, state text, patient_id text, problems jsonb)
    where r.import_id = ${importId} and r.row = v.row`)
}
