import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Demo } from '#contract/demo.ts'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { demoPatient } from '#server/database/schema/demo.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import type { Person } from './people.ts'

/** Keeps whoever else fills or empties the demo waiting until the transaction ends. */
export async function lockDemo(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`)
}

/** Counts the invented patients. */
export function countInvented(db: Db): Promise<number> {
  return db.$count(demoPatient)
}

/** Returns how much is invented. */
export async function readDemo(db: Db): Promise<Demo> {
  const [row] = await selectRows<Demo>(
    db,
    sql`select (select count(*)::int from demo_patient) as patients,
      (select count(*)::int from booking join demo_patient using (patient_id)) as appointments,
      (select count(*)::int from payment join booking on booking.id = booking_id join demo_patient using (patient_id)) as payments`,
  )
  return row ?? { patients: 0, appointments: 0, payments: 0 }
}

/** Adds invented patients, whom the clinic has known since `createdAt`. */
export async function insertInvented(tx: Db, people: readonly Person[], createdAt: Date): Promise<void> {
  const rows = people.map(({ id, name, birthDate, email, notes, alerts }) => ({
    id,
    name,
    birthDate,
    email: email || null,
    ...{ notes, alerts },
  }))
  await tx.insert(patient).values(rows.map((row) => ({ ...row, createdAt })))
  await tx.insert(demoPatient).values(people.map(({ id }) => ({ patientId: id })))
  await tx.insert(patientPhone).values(people.map(({ id, phone }) => ({ patientId: id, number: phone })))
}

/** Takes all invented patients away, with all that is about them. Returns how many there were. */
export async function deleteInvented(tx: Db): Promise<number> {
  const [row] = await selectRows<{ count: number }>(tx, sql`select empty_demo() as count`)
  return row?.count ?? 0
}

/** Gives the rules another version, though they are the same: an appointment has come that doesn't fit them, and what
 *  is known to need attention is kept by their version (server/calendar-change/rule-changes.ts). */
export async function publishAgain(tx: Db): Promise<void> {
  await tx.execute(sql`update clinic_policy set version = version + 1`)
  await tx.execute(sql`select pg_notify('rules_changed', '')`)
}

/** Returns after how many months the clinic invites back for these treatments, by their ids. */
export async function listRecallMonths(tx: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: treatment.id, months: treatment.recallMonths })
    .from(treatment)
    .where(and(inArray(treatment.id, [...ids]), isNotNull(treatment.recallMonths), isNull(treatment.retiredAt)))
  return new Map(rows.flatMap(({ id, months }) => (months === null ? [] : [[id, months] as const])))
}
