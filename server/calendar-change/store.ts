import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, max, ne, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { BlockFields } from '#contract/calendar/block.ts'
import type { TreatmentFields } from '#contract/calendar/change.ts'
import type { DoctorFields } from '#contract/calendar/doctor-fields.ts'
import type { Period } from '#contract/calendar/hours.ts'
import type { PolicyNumbers } from '#contract/calendar/policy.ts'
import type { Cents } from '#contract/kit/money/amount.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { WeekdayPeriod } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
import {
  block,
  chair,
  chairTreatment,
  clinicDay,
  clinicDayHours,
  clinicHours,
  clinicPolicy,
  doctorAbsence,
  doctorTreatment,
} from '#server/database/schema/calendar.ts'
import { doctor } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'

/** Replaces the weekly opening hours. */
export async function replaceHours(tx: Db, hours: readonly WeekdayPeriod[]): Promise<void> {
  await tx.delete(clinicHours)
  if (hours.length === 0) return
  await tx
    .insert(clinicHours)
    .values(hours.map(({ weekday, from, until }) => ({ weekday, opens: from, closes: until })))
}

/** Replaces the opening hours of a day. */
export async function replaceDay(tx: Db, day: { date: IsoDate; note: string; periods: Period[] }): Promise<void> {
  const { date, note, periods } = day
  await tx.insert(clinicDay).values({ date, note }).onConflictDoUpdate({ target: clinicDay.date, set: { note } })
  await tx.delete(clinicDayHours).where(eq(clinicDayHours.date, date))
  if (periods.length === 0) return
  await tx.insert(clinicDayHours).values(periods.map(({ from, until }) => ({ date, opens: from, closes: until })))
}

/** Gives a day its weekday's hours again. Returns false if it had them. */
export async function deleteDay(tx: Db, date: IsoDate): Promise<boolean> {
  return (await tx.delete(clinicDay).where(eq(clinicDay.date, date)).returning()).length > 0
}

/** Sets the clinic's numbers. */
export async function updatePolicy(tx: Db, policy: PolicyNumbers): Promise<void> {
  await tx.update(clinicPolicy).set(policy)
}

/** Sets whether patients book and move appointments themselves. */
export async function setOnlineBooking(tx: Db, open: boolean): Promise<void> {
  await tx.update(clinicPolicy).set({ onlineBooking: open })
}

/** Returns the name of a treatment; undefined if there is none with this id. */
export async function nameOfTreatment(tx: Db, id: string): Promise<string | undefined> {
  const [found] = await tx.select({ name: treatment.name }).from(treatment).where(eq(treatment.id, id))
  return found?.name
}

/** Tells whether a treatment, but the one with the id `except`, has this name. */
export async function hasTreatmentNamed(tx: Db, name: string, except = ''): Promise<boolean> {
  return (await tx.$count(treatment, and(eq(treatment.name, name), sql`${treatment.id}::text <> ${except}`))) > 0
}

type StoredTreatment = Omit<TreatmentFields, 'price'> & { priceCents: Cents }

/** Adds a treatment after the others. */
export async function insertTreatment(tx: Db, fields: StoredTreatment): Promise<void> {
  const [last] = await tx.select({ position: max(treatment.position) }).from(treatment)
  await tx.insert(treatment).values({ id: uuid(), ...fields, position: (last?.position ?? -1) + 1 })
}

/** Changes a treatment. Its booked appointments keep their name, price and length. */
export async function updateTreatment(tx: Db, id: string, fields: StoredTreatment): Promise<void> {
  await tx.update(treatment).set(fields).where(eq(treatment.id, id))
}

/** Puts the treatments into the order of `ids`. Returns false, and changes nothing, unless `ids` are those of all
 *  treatments in use. */
export async function orderTreatments(tx: Db, ids: readonly string[]): Promise<boolean> {
  const inUse = await tx.select({ id: treatment.id }).from(treatment).where(isNull(treatment.retiredAt))
  const isComplete = new Set(ids).size === ids.length && inUse.length === ids.length
  if (!isComplete || !inUse.every(({ id }) => ids.includes(id))) return false
  for (const [position, id] of ids.entries()) await tx.update(treatment).set({ position }).where(eq(treatment.id, id))
  return true
}

/** Retires a treatment or a chair, or takes it into use again. Returns its name; undefined if there is none in the
 *  other state. */
export async function setRetired(
  tx: Db,
  what: 'treatment' | 'chair',
  id: string,
  retired: boolean,
): Promise<string | undefined> {
  const table = what === 'chair' ? chair : treatment
  const [changed] = await tx
    .update(table)
    .set({ retiredAt: retired ? sql`now()` : null })
    .where(and(eq(table.id, id), retired ? isNull(table.retiredAt) : isNotNull(table.retiredAt)))
    .returning({ name: table.name })
  return changed?.name
}

/** Returns the email of a doctor who works at the clinic; undefined if there is none with this id. */
export async function emailOfDoctor(tx: Db, id: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ email: doctor.email })
    .from(doctor)
    .where(and(eq(doctor.id, id), isNull(doctor.leftAt)))
  return found?.email
}

/** Tells whether all ids are those of treatments. */
export async function areTreatments(tx: Db, ids: readonly string[]): Promise<boolean> {
  return (await tx.$count(treatment, inArray(treatment.id, [...ids]))) === new Set(ids).size
}

/** Changes what a doctor does, and what patients read about them. */
export async function updateDoctor(
  tx: Db,
  id: string,
  { name, treatmentIds, specialtyId, languages, sentence }: DoctorFields,
): Promise<void> {
  const specialty = (await nameOfTreatment(tx, specialtyId)) ?? ''
  await tx.delete(doctorTreatment).where(eq(doctorTreatment.doctorId, id))
  await tx
    .insert(doctorTreatment)
    .values([...new Set(treatmentIds)].map((treatmentId) => ({ doctorId: id, treatmentId })))
  await tx.update(doctor).set({ name, specialty, languages, sentence }).where(eq(doctor.id, id))
}

/** Adds an absence of a doctor. */
export async function insertAbsence(
  tx: Db,
  doctorId: string,
  absence: { firstDay: IsoDate; lastDay: IsoDate; note: string },
): Promise<void> {
  await tx.insert(doctorAbsence).values({ id: uuid(), doctorId, ...absence })
}

/** Deletes an absence. Returns its doctor's id; undefined if there is none with this id. */
export async function deleteAbsence(tx: Db, id: string): Promise<string | undefined> {
  const [deleted] = await tx.delete(doctorAbsence).where(eq(doctorAbsence.id, id)).returning()
  return deleted?.doctorId
}

/** Sets the last day of a doctor; null: they stay. */
export async function setLastDay(tx: Db, doctorId: string, lastDay: IsoDate | null): Promise<void> {
  await tx.update(doctor).set({ lastDay }).where(eq(doctor.id, doctorId))
}

/** Lists the emails of the doctors whose last day is before `today`. */
export async function listDeparted(db: Db, today: IsoDate): Promise<string[]> {
  const rows = await db
    .select({ email: doctor.email })
    .from(doctor)
    .where(and(isNull(doctor.leftAt), lt(doctor.lastDay, today)))
  return rows.map(({ email }) => email)
}

/** Adds a block. */
export async function insertBlock(tx: Db, fields: BlockFields): Promise<void> {
  await tx.insert(block).values({ id: uuid(), ...toBlockRow(fields) })
}

/** Changes a block. Returns false if there is none with this id. */
export async function updateBlock(tx: Db, id: string, fields: BlockFields): Promise<boolean> {
  return (await tx.update(block).set(toBlockRow(fields)).where(eq(block.id, id)).returning()).length > 0
}

/** Deletes a block and returns it; undefined if there is none with this id. */
export async function deleteBlock(tx: Db, id: string) {
  const [deleted] = await tx.delete(block).where(eq(block.id, id)).returning()
  return deleted
}

function toBlockRow({ doctorId, chairId, lastDay, from, until, ...fields }: BlockFields) {
  const whose = { doctorId: doctorId ?? null, chairId: chairId ?? null }
  return { ...fields, ...whose, lastDay: lastDay ?? null, fromMinutes: from, untilMinutes: until }
}

/** Tells whether a chair in use, but the one with the id `except`, has this name. */
export async function hasChairNamed(tx: Db, name: string, except = ''): Promise<boolean> {
  const sameName = sql`lower(${chair.name}) = lower(${name})`
  return (await tx.$count(chair, and(sameName, isNull(chair.retiredAt), sql`${chair.id}::text <> ${except}`))) > 0
}

/** Adds a chair and returns its id. */
export async function insertChair(tx: Db, name: string): Promise<string> {
  const id = uuid()
  await tx.insert(chair).values({ id, name })
  return id
}

/** Sets the treatments for which a chair is suited; none: it is for all. */
export async function setChairTreatments(tx: Db, chairId: string, treatmentIds: readonly string[]): Promise<void> {
  await tx.delete(chairTreatment).where(eq(chairTreatment.chairId, chairId))
  const rows = [...new Set(treatmentIds)].map((treatmentId) => ({ chairId, treatmentId }))
  if (rows.length > 0) await tx.insert(chairTreatment).values(rows)
}

/** Returns the name of a chair; undefined if there is none with this id. */
export async function nameOfChair(tx: Db, id: string): Promise<string | undefined> {
  const [found] = await tx.select({ name: chair.name }).from(chair).where(eq(chair.id, id))
  return found?.name
}

/** Renames a chair. */
export async function renameChair(tx: Db, id: string, name: string): Promise<void> {
  await tx.update(chair).set({ name }).where(eq(chair.id, id))
}

/** Lists the days from `today` on with hours of their own, the absences and blocks that have not ended, and all
 *  treatments and chairs. */
export async function listEditable(db: Db, today: IsoDate) {
  return {
    days: await db.select().from(clinicDay).where(gte(clinicDay.date, today)).orderBy(asc(clinicDay.date)),
    absences: await db
      .select()
      .from(doctorAbsence)
      .where(gte(doctorAbsence.lastDay, today))
      .orderBy(asc(doctorAbsence.firstDay)),
    treatments: await db.select().from(treatment).orderBy(asc(treatment.position), asc(treatment.name)),
    chairs: await db.select().from(chair).orderBy(asc(chair.name)),
    chairTreatments: await db.select().from(chairTreatment),
    blocks: await db
      .select()
      .from(block)
      .where(or(isNull(block.lastDay), gte(block.lastDay, today)))
      .orderBy(asc(block.firstDay), asc(block.fromMinutes)),
    doctors: await db
      .select({ id: doctor.id, email: doctor.email, specialty: doctor.specialty })
      .from(doctor)
      .where(and(isNull(doctor.leftAt), ne(doctor.email, ''))),
  }
}
