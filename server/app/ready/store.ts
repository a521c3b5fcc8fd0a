import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'

/** Returns whether the clinic knows a patient who is neither one of the staff nor invented by the demo. */
export async function hasPatients(db: Db): Promise<boolean> {
  const [row] = await selectRows<{ found: boolean }>(
    db,
    sql`select exists (
      select from patient where merged_into is null
        and not exists (select from demo_patient where patient_id = patient.id)
        and not exists (
          select from patient_user join staff using (user_id) where patient_id = patient.id and ended_at is null
        )
    ) as found`,
  )
  return row?.found ?? false
}
