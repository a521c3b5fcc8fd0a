import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient } from '#server/database/schema/patient.ts'
import { patientImportRow, patientOldId } from '#server/database/schema/patient-import.ts'
import { isCurrent } from './import-row-store.ts'

/** How many patients a row can mean, and one of them. */
export type PatientMatch = { row: number; by: 'id' | 'email' | 'name'; count: number; id: string | null }

/** Finds the patients of rows: by the old id if there is one, else by email, else by name and birth date. Among several
 *  with one email, the name decides, then the birth date: father and son can share both others. */
export async function matchPatients(tx: Db, importId: string, numbers: readonly number[]): Promise<PatientMatch[]> {
  const rows = await selectRows<PatientMatch>(
    tx,
    sql`
    select r.row, case when r.old_id is not null then 'id' when r.email is not null then 'email' else 'name' end as by,
      m.count, m.id
    from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as wanted(number)
    join ${patientImportRow} as r on r.import_id = ${importId} and r.row = wanted.number::int
    cross join lateral (
      select count(*)::int as count, min(id) as id from (
        select coalesce(p.merged_into, p.id) as id from ${patientOldId} as o join ${patient} as p on p.id = o.patient_id
          where o.old_id = r.old_id and p.erased_at is null
        union all select id from (
          select p.id, rank() over (order by (name_key(p.name) = r.name_key) desc,
            (p.birth_date = r.birth_date) is true desc) as rank
          from ${patient} as p where r.old_id is null and p.email = r.email and ${isCurrent}
            and (p.birth_date = r.birth_date) is not false) as mailed
          where rank = 1
        union all select p.id from ${patient} as p
          where r.old_id is null and r.email is null and name_key(p.name) = r.name_key and p.birth_date = r.birth_date
            and ${isCurrent}) as found) as m`,
  )
  return rows
}
