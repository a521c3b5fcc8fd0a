import { sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { DuplicateKind } from '#contract/patient/import.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
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
  birth_date: IsoDate | null
  phone_keys: string[]
  old_id: string | null
  day: IsoDate | null
}

/** Writes what a check has found about rows. */
export async function writeParsed(tx: Db, importId: string, rows: readonly ParsedRow[]): Promise<void> {
  await tx.execute(sql`
    update ${patientImportRow} as r set state = v.state, "values" = v."values", problems = v.problems,
      name_key = name_key(v.name), email = v.email, birth_date = v.birth_date, phone_keys = v.phone_keys,
      old_id = v.old_id, day = v.day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(row int, state text, "values" jsonb, problems jsonb,
      name text, email text, birth_date date, phone_keys jsonb, old_id text, day date)
    where r.import_id = ${importId} and r.row = v.row`)
}

/** A patient, or an earlier row of the file, that a row resembles, with the birth date of each: that of the row is, if
 *  it has none, the one of whom it resembles. `rowPatient` is the patient of the row. */
export type Likeness = {
  row: number
  kind: DuplicateKind | null
  patient: string | null
  patientBorn: IsoDate | null
  inFile: DuplicateKind | null
  likeRow: number | null
  likeRowBorn: IsoDate | null
  rowPatient: string | null
}

/** Matches the patients `p` whose data are neither erased nor in another record. Not as the partial indexes have it:
 *  without statistics PostgreSQL takes `is null` for rare, and would go through one of them as a whole for each row. */
export const isCurrent = sql`coalesce(p.merged_into, p.erased_at::text) is null`

/** Returns for each of these rows the patient that it resembles most, and the earlier row. Each kind of likeness is
 *  found by its index, and only all of them together are put in order: an order within one would lead the planner to an
 *  index by that order, and through the whole table for each row. People with different birth dates are two, whatever
 *  else they share. */
export async function findLikeness(tx: Db, importId: string, numbers: readonly number[]): Promise<Likeness[]> {
  const rows = await selectRows<Likeness>(
    tx,
    sql`
    select r.row, m.kind, m.id as patient, m.birth_date::text as "patientBorn", f.kind as "inFile", f.row as "likeRow",
      coalesce(f.birth_date,
        (select p.birth_date from ${patientImportRow} as e join ${patient} as p on p.id = e.like_patient
          where e.import_id = r.import_id and e.row = f.row and e.like_kind <> 'family'),
        (select x.birth_date from ${patientImportRow} as e
          join ${patientImportRow} as x on x.import_id = e.import_id and x.row = e.like_row
          where e.import_id = r.import_id and e.row = f.row and e.like_kind <> 'family'))::text as "likeRowBorn",
      f.patient_id as "rowPatient"
    from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as wanted(number)
    join ${patientImportRow} as r on r.import_id = ${importId} and r.row = wanted.number::int
    left join lateral (select * from (
      select 1 as rank, 'id' as kind, coalesce(p.merged_into, p.id) as id, p.created_at, p.birth_date from ${patientOldId} as o
        join ${patient} as p on p.id = o.patient_id where o.old_id = r.old_id and p.erased_at is null
      union all select case when name_key(p.name) = r.name_key then 2 else 5 end,
          case when name_key(p.name) = r.name_key then 'email' else 'family' end, p.id, p.created_at, p.birth_date
        from ${patient} as p where p.email = r.email and ${isCurrent}
      union all select case when p.birth_date = r.birth_date then 4 else 3 end,
          case when p.birth_date = r.birth_date then 'birth-date' else 'phone' end, p.id, p.created_at, p.birth_date
        from ${patient} as p where name_key(p.name) = r.name_key and ${isCurrent} and (
          p.birth_date = r.birth_date or exists (
            select from ${patientPhone} as phone, jsonb_array_elements_text(r.phone_keys) as key
            where phone.patient_id = p.id and phone.digits like '%' || key))
    ) as found where ${isNotApart} order by ${likest}, created_at, id limit 1) as m on true
    left join lateral (select * from (
      select 1 as rank, 'id' as kind, e.row, e.patient_id, e.birth_date from ${patientImportRow} as e
        where ${isEarlier} and e.old_id = r.old_id
      union all select case when e.name_key = r.name_key then 2 else 5 end,
          case when e.name_key = r.name_key then 'email' else 'family' end, e.row, e.patient_id, e.birth_date
        from ${patientImportRow} as e where ${isEarlier} and e.email = r.email
      union all select case when e.birth_date = r.birth_date then 4 else 3 end,
          case when e.birth_date = r.birth_date then 'birth-date' else 'phone' end, e.row, e.patient_id, e.birth_date
        from ${patientImportRow} as e where ${isEarlier} and e.name_key = r.name_key and (
          e.birth_date = r.birth_date or exists (select from jsonb_array_elements_text(e.phone_keys) as one
            join jsonb_array_elements_text(r.phone_keys) as other on one = other))
    ) as found where ${isNotApart} order by ${likest}, row limit 1) as f on true`,
  )
  return rows
}

const isNotApart = sql`(found.kind = 'family' or found.birth_date is null or r.birth_date is null or found.birth_date = r.birth_date)`

// Of people with one name, the birth date tells which one it is.
const likest = sql`(found.kind = 'id') desc, found.kind = 'family',
  (found.birth_date = r.birth_date) is true desc, rank`

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

/** Writes what became of rows. Those that were not left out lose their text, but for what they were imported
 *  without. */
export async function writeResults(tx: Db, importId: string, rows: readonly RowResult[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${patientImportRow} as r set state = v.state, patient_id = coalesce(v.patient_id, r.patient_id),
      booking_id = coalesce(v.booking_id, r.booking_id), filled = v.filled, reason = v.reason,
      problems = case when v.state = 'faulty' then coalesce(v.problems, r.problems)
        when v.state in ('added', 'updated') then (select jsonb_agg(each) from jsonb_array_elements(r.problems) as each
          where each ? 'isPartial') end,
      cells = case when v.state = 'faulty' then r.cells end,
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
