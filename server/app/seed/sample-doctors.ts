import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WeekdayPeriod } from '#server/calendar/rules/rules.ts'
import { replaceDoctorHours } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { hasHadDoctors, insertDoctor, isTreatment } from '#server/doctor/store.ts'
import { insertPhoto } from '#server/photo/store.ts'

type Sample = { name: string; specialty: string; portrait: string; hours?: WeekdayPeriod[] }

// scripts/draw/doctors.ts draws the portraits. example.com is reserved (RFC 2606).
const samples: readonly Sample[] = [
  { name: 'Dr. Ingrid Solheim', specialty: 'Teeth Orthodontics', portrait: 'solheim' },
  { name: 'Dr. Mateo Álvarez', specialty: 'Cosmetic Dentistry', portrait: 'alvarez' },
  { name: 'Dr. Amara Okafor', specialty: 'Teeth Cleaning', portrait: 'okafor' },
  { name: 'Dr. Jonas Weber', specialty: 'Cavity Protection', portrait: 'weber' },
  { name: 'Dr. Mei Tanaka', specialty: 'Pediatric Dental', portrait: 'tanaka' },
  { name: 'Dr. Samuel Reed', specialty: 'Oral Surgery', portrait: 'reed', hours: everyMorning() },
]

/** The dentists of the sample clinic. */
export const sampleDoctors = samples.map(({ name, portrait }) => ({ name, email: emailOf(portrait) }))

/** Adds the sample doctors if the clinic has never had a doctor. */
export async function addSampleDoctors(db: Db): Promise<void> {
  if (await hasHadDoctors(db)) return
  for (const { name, specialty, portrait, hours } of samples) {
    const picture = { large: await readPortrait(portrait), small: await readPortrait(`${portrait}-small`) }
    const id = await insertDoctor(db, {
      name,
      email: emailOf(portrait),
      specialty: (await isTreatment(db, specialty)) ? specialty : '',
      img: await insertPhoto(db, picture),
    })
    if (id && hours) await replaceDoctorHours(db, id, hours)
  }
}

function emailOf(portrait: string) {
  return `${portrait}@example.com`
}

function readPortrait(name: string) {
  return readFile(join(import.meta.dirname, `portraits/${name}.webp`))
}

function everyMorning(): WeekdayPeriod[] {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 8 * 60, until: 12 * 60 }))
}
