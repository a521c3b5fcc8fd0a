import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { DoctorQuery, NewDoctor } from '#contract/doctor.ts'
import { doctor, photo } from '#server/database/doctor-schema.ts'
import type { Db } from '#server/database/open.ts'
import { treatment } from '#server/database/schema.ts'

/** Adds a doctor if the photo was handed out and is still there, the specialty is a treatment or empty, and nobody has the address yet;
 *  gives the new id, or undefined if not. Holds on to the photo, so that it does not go in the same moment. */
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

/** Whether there is a treatment of that name. */
export async function isTreatment(db: Db, name: string): Promise<boolean> {
  return (await treatmentNamed(db, name)).length > 0
}

/** Whether a doctor can have the photo that is at `url`. */
export async function isPhoto(db: Db, url: string): Promise<boolean> {
  return (await db.$count(photo, eq(photo.url, url))) > 0
}

function treatmentNamed(db: Db, name: string) {
  return db.select({ id: treatment.id }).from(treatment).where(eq(treatment.name, name))
}

/** Removes the doctor with this address; undefined when there is none. */
export async function deleteDoctor(db: Db, email: string) {
  const [gone] = await db.delete(doctor).where(eq(doctor.email, email)).returning({ img: doctor.img })
  return gone
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

/** A page of the doctors in whose name, specialty or address words begin as those of `search` do; of all when it is empty. */
export async function listDoctors(db: Db, { search, sort, page, limit }: DoctorQuery) {
  return db
    .select()
    .from(doctor)
    .where(matching(search))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset((page - 1) * limit)
}

/** How many there are on all pages. */
export async function countDoctors(db: Db, search: string): Promise<number> {
  return db.$count(doctor, matching(search))
}
