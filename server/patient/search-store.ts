import { and, asc, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { isCurrent, isLiving, isPatient, listPatientsById, type PatientRef, patientRef } from './store.ts'

// So many matches are found by the index and sorted: a few within milliseconds, and as many as have a common name
// within half a second. Even more fill a page soon in the order of names.
const few = 3_000
const many = 100_000

/** How many patients are wanted, whether those who have died are, and staff who are no patients. */
export type Wanted = { limit: number; died: boolean; staff: boolean }

/** Matches whom a search finds. The whole email finds a member of the staff too, who books for the first time. */
const isWantedBy = (search: string, { died, staff }: Wanted): SQL =>
  and(
    died ? undefined : isLiving,
    staff ? undefined : or(isPatient, sql`${patient.email} = lower(${search.trim()})`),
  ) ?? sql`true`

/** Lists the first patients of whom each word of `search` begins a word of the name or email, by name; a date lists
 *  those who were born then. */
export function searchByWords(db: Db, search: string, wanted: Wanted): Promise<PatientRef[]> {
  const { limit } = wanted
  const isWanted = isWantedBy(search, wanted)
  const isMatch = sql`patient_words(${patient.name}, ${patient.email}, ${patient.birthDate}) @@ patient_beginnings(${search})`
  return db.transaction(async (tx) => {
    // The planner thinks that the index of the words costs a comparison for each match. Where many match, it would
    // rather compare the words of all patients, which takes 0.1 ms each: in the order of the table, or of an index
    // that holds all current ones.
    await tx.execute(sql`set local enable_seqscan = off`)
    const isCurrentOfNoIndex = sql`coalesce(${patient.mergedInto}, ${patient.erasedAt}::text) is null`
    for (const most of [few, many]) {
      const rows = await selectRows<{ id: string; count: number }>(
        tx,
        sql`
        with candidate as materialized (
          select ${patient.id} as id, lower(${patient.name}) as name from ${patient}
          where ${isMatch} and ${isCurrentOfNoIndex} and ${isWanted} limit ${most}
        )
        select id, count(*) over ()::int as count from candidate order by name, id limit ${limit}`,
      )
      if (rows[0]?.count !== most) return listInOrder(tx, rows)
    }
    return tx
      .select(patientRef)
      .from(patient)
      .where(and(isMatch, isCurrent, isWanted))
      .orderBy(asc(sql`lower(${patient.name})`), asc(patient.id))
      .limit(limit)
  })
}

/** Lists the first patients who have these digits, at least four, in a row in a phone number, by name. An index
 *  finds the numbers with all groups of four of them, and the pattern those that have them in a row. */
export async function searchByPhone(db: Db, digits: string, wanted: Wanted): Promise<PatientRef[]> {
  const rows = await selectRows<{ id: string }>(
    db,
    sql`
    with candidate as materialized (
      select ${patientPhone.patientId} as id, ${patientPhone.digits} as digits
      from ${patientPhone} join ${patient} on ${patient.id} = ${patientPhone.patientId}
      where digit_groups(${patientPhone.digits}) @> digit_groups(${digits}) and ${isWantedBy('', wanted)}
      limit ${few}
    )
    select distinct id from candidate where digits like ${`%${digits}%`} limit ${wanted.limit}`,
  )
  return listInOrder(db, rows)
}

async function listInOrder(db: Db, rows: readonly { id: string }[]): Promise<PatientRef[]> {
  return rows.length === 0
    ? []
    : listPatientsById(
        db,
        rows.map(({ id }) => id),
      )
}
