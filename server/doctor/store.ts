import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { DoctorQuery, NewDoctor } from '#contract/doctor.ts'
import type { Db } from '#server/database/db.ts'
import { doctor, photo } from '#server/database/schema/doctor.ts'
import { treatment } from '#server/database/schema/treatment.ts'

/** Inserts a doctor if the photo exists, the specialty is a treatment or empty, and the email is new. Locks the photo against concurrent
 *  deletion. Returns the new id; undefined if nothing was inserted. */
export async function insertDoctor(db: Db, { name, email, specialty, img }: NewDoctor): Promise<string | undefined> {
  const [added] = await db
    .insert(doctor)
    .select((query) =>
      query
        .select({
          id: sql`${uuid()}::uuid`.as('id'),
          name: sql`${name}::text`.as('name'),
          email: sql`${email}::text`.as('email'),
          specialty: sql`${specialty}::text`.as('specialty'),
          img: sql`${photo.url}`.as('img'),
          createdAt: sql`now()`.as('created_at'),
        })
        .from(photo)
        .where(and(eq(photo.url, img), sql`(${specialty}::text = '' OR EXISTS (${treatmentNamed(db, specialty)}))`))
        .for('key share'),
    )
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

function treatmentNamed(db: Db, name: string) {
  return db.select({ id: treatment.id }).from(treatment).where(eq(treatment.name, name))
}

/** Deletes the doctor with this email. Returns undefined if there is none. */
export async function deleteDoctor(db: Db, email: string) {
  const [deleted] = await db.delete(doctor).where(eq(doctor.email, email)).returning({ img: doctor.img })
  return deleted
}

const byName = [asc(sql`lower(${doctor.name})`), asc(doctor.email)]
const orders = {
  name: byName,
  specialty: [asc(sql`lower(${doctor.specialty})`), ...byName],
  newest: [desc(doctor.createdAt), desc(doctor.id)],
} satisfies Record<DoctorQuery['sort'], unknown[]>

const matching = (search: string) =>
  search === ''
    ? undefined
    : sql`search_words(${doctor.name} || ' ' || ${doctor.specialty} || ' ' || ${doctor.email}) @@ search_beginnings(${search})`

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
