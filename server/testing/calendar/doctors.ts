import { randomUUID } from 'node:crypto'
import type { Db } from '#server/database/db.ts'
import { doctorHours } from '#server/database/schema/calendar.ts'
import { doctor, photo } from '#server/database/schema/doctor.ts'

/** Inserts a doctor with a picture hosted elsewhere and returns the id. With `mornings` they work every day from 8 to
 *  12. */
export async function addDoctor(
  db: Db,
  { name, specialty, mornings = false }: { name: string; specialty: string; mornings?: boolean },
): Promise<string> {
  const id = randomUUID()
  const img = `https://pictures.example/${id}.webp`
  await db.insert(photo).values({ id, url: img })
  await db.insert(doctor).values({ id, name, email: `${id}@clinic.example`, specialty, img })
  if (!mornings) return id
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  await db
    .insert(doctorHours)
    .values(weekdays.map((weekday) => ({ doctorId: id, weekday, starts: 8 * 60, ends: 12 * 60 })))
  return id
}
