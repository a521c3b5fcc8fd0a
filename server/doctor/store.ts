import { and, asc, desc, eq, exists, isNull, not, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { DoctorForm, DoctorQuery } from '#contract/doctor.ts'
import type { Db } from '#server/database/db.ts'
import { insertColumns } from '#server/database/insert-columns.ts'
import { booking } from '#server/database/schema/booking.ts'
import { doctorTreatment } from '#server/database/schema/calendar.ts'
import { doctor, photo } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'

/** A new doctor with the stored URL of their photo, empty without one. */
export type AddedDoctor = DoctorForm & { img: string }

/** Inserts a doctor if the photo exists, the specialty is a treatment or empty, and the email is new. Locks the photo
 *  against concurrent deletion. Returns the new id; undefined if nothing was inserted. */
export async function insertDoctor(db: Db, { name, email, specialty, img }: AddedDoctor): Promise<string | undefined> {
  const [added] = await db
    .insert(doctor)
    .select(sql`
      select ${insertColumns(doctor, {
        id: sql`${uuid()}`,
        name: sql`${name}`,
        email: sql`${email}`,
        specialty: sql`${specialty}`,
        img: photo.url,
      })}
      from ${photo}
      where ${and(eq(photo.url, img), sql`(${specialty}::text = '' or exists (${treatmentNamed(db, specialty)}))`)}
      for key share`)
    .onConflictDoNothing()
    .returning({ id: doctor.id })
  return added?.id
}

/** Tells whether a treatment has this name. */
export async function isTreatment(db: Db, name: string): Promise<boolean> {
  return (await treatmentNamed(db, name)).length > 0
}

/** Tells whether a photo has this stored URL. */
export async function isPhoto(db: Db, url: string): Promise<boolean> {
  return (await db.$count(photo, eq(photo.url, url))) > 0
}

/** Gives a doctor another photo, and locks it against concurrent deletion. Returns the stored URL of the former one;
 *  undefined, and changes nothing, if there is no photo of this URL or no such doctor. */
export async function replacePhoto(tx: Db, id: string, url: string): Promise<string | undefined> {
  const found = await tx.select({ url: photo.url }).from(photo).where(eq(photo.url, url)).for('key share')
  const [former] = await tx.select({ img: doctor.img }).from(doctor).where(eq(doctor.id, id))
  if (found.length === 0 || !former) return undefined
  await tx.update(doctor).set({ img: url }).where(eq(doctor.id, id))
  return former.img
}

function treatmentNamed(db: Db, name: string) {
  return db.select({ id: treatment.id }).from(treatment).where(eq(treatment.name, name))
}

/** Sets what patients read about a doctor. */
export async function describeDoctor(
  db: Db,
  id: string,
  texts: { languages: string; sentence: string },
): Promise<void> {
  await db.update(doctor).set(texts).where(eq(doctor.id, id))
}

/** Lets a doctor perform the treatment with this name, if there is one. */
export async function addPerformed(db: Db, doctorId: string, name: string): Promise<void> {
  const [found] = await treatmentNamed(db, name)
  if (found) await db.insert(doctorTreatment).values({ doctorId, treatmentId: found.id }).onConflictDoNothing()
}

/** Tells whether the clinic has, or has had, a doctor. */
export async function hasHadDoctors(db: Db): Promise<boolean> {
  return (await db.$count(doctor)) > 0
}

const isHere = isNull(doctor.leftAt)

/** Deletes the doctor with this email if nobody ever had an appointment with them. Returns undefined if nothing was
 *  deleted. */
export async function deleteDoctor(db: Db, email: string) {
  const hasBookings = exists(db.select().from(booking).where(eq(booking.doctorId, doctor.id)))
  const [deleted] = await db
    .delete(doctor)
    .where(and(eq(doctor.email, email), isHere, not(hasBookings)))
    .returning({ img: doctor.img })
  return deleted
}

/** Records that the doctor with this email has left. Returns undefined if there is no such doctor. */
export async function markLeft(db: Db, email: string) {
  const [left] = await db
    .update(doctor)
    .set({ leftAt: sql`now()` })
    .where(and(eq(doctor.email, email), isHere))
    .returning({ id: doctor.id })
  return left
}

const byName = [asc(sql`lower(${doctor.name})`), asc(doctor.email)]
const orders = {
  name: byName,
  specialty: [asc(sql`lower(${doctor.specialty})`), ...byName],
  newest: [desc(doctor.createdAt), desc(doctor.id)],
} satisfies Record<DoctorQuery['sort'], unknown[]>

const matching = (search: string) =>
  search === ''
    ? isHere
    : sql`${isHere} and search_words(${doctor.name} || ' ' || ${doctor.specialty} || ' ' || ${doctor.email}) @@ search_beginnings(${search})`

/** Returns a page of the doctors. Each word of `search` must start a word of the name, specialty or email. */
export async function listDoctors(db: Db, { search, sort, page, limit }: DoctorQuery) {
  return db
    .select()
    .from(doctor)
    .where(matching(search))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset((page - 1) * limit)
}

/** Returns the number of doctors on all pages. */
export async function countDoctors(db: Db, search: string): Promise<number> {
  return db.$count(doctor, matching(search))
}
