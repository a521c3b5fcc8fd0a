import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/database/db.ts'
import { hasHadDoctors, insertDoctor, isTreatment } from './store.ts'

// scripts/draw/doctors.ts draws the portraits. example.com is reserved (RFC 2606).
const samples = [
  { name: 'Dr. Ingrid Solheim', specialty: 'Teeth Orthodontics', portrait: 'solheim' },
  { name: 'Dr. Mateo Álvarez', specialty: 'Cosmetic Dentistry', portrait: 'alvarez' },
  { name: 'Dr. Amara Okafor', specialty: 'Teeth Cleaning', portrait: 'okafor' },
  { name: 'Dr. Jonas Weber', specialty: 'Cavity Protection', portrait: 'weber' },
  { name: 'Dr. Mei Tanaka', specialty: 'Pediatric Dental', portrait: 'tanaka' },
  { name: 'Dr. Samuel Reed', specialty: 'Oral Surgery', portrait: 'reed', hours: everyMorning() },
]

type Hours = { weekday: number; from: number; until: number }[]

type Deps = {
  /** Inserts a picture into the database and returns its stored URL. */
  insertPicture: (picture: { large: Buffer; small: Buffer }) => Promise<string>
  /** Sets a doctor's weekly hours, in minutes after midnight. */
  replaceHours: (db: Db, doctorId: string, hours: Hours) => Promise<void>
}

/** Adds the sample doctors if the clinic has never had a doctor. */
export async function addSampleDoctors(db: Db, { insertPicture, replaceHours }: Deps): Promise<void> {
  if (await hasHadDoctors(db)) return
  for (const { name, specialty, portrait, hours } of samples) {
    const picture = { large: await readPortrait(portrait), small: await readPortrait(`${portrait}-small`) }
    const id = await insertDoctor(db, {
      name,
      email: `${portrait}@example.com`,
      specialty: (await isTreatment(db, specialty)) ? specialty : '',
      img: await insertPicture(picture),
    })
    if (id && hours) await replaceHours(db, id, hours)
  }
}

function readPortrait(name: string) {
  return readFile(join(import.meta.dirname, `samples/${name}.webp`))
}

function everyMorning(): Hours {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 8 * 60, until: 12 * 60 }))
}
