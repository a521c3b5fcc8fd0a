import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/database/db.ts'
import { countDoctors, insertDoctor, isTreatment } from './store.ts'

// scripts/draw/doctors.ts draws the portraits. example.com is reserved (RFC 2606).
const samples = [
  { name: 'Dr. Ingrid Solheim', specialty: 'Teeth Orthodontics', portrait: 'solheim' },
  { name: 'Dr. Mateo Álvarez', specialty: 'Cosmetic Dentistry', portrait: 'alvarez' },
  { name: 'Dr. Amara Okafor', specialty: 'Teeth Cleaning', portrait: 'okafor' },
  { name: 'Dr. Jonas Weber', specialty: 'Cavity Protection', portrait: 'weber' },
  { name: 'Dr. Mei Tanaka', specialty: 'Pediatric Dental', portrait: 'tanaka' },
  { name: 'Dr. Samuel Reed', specialty: 'Oral Surgery', portrait: 'reed' },
]

/** Inserts a picture into the database and returns its stored URL. */
type InsertPicture = (picture: { large: Buffer; small: Buffer }) => Promise<string>

/** Adds the sample doctors if the clinic has none. */
export async function addSampleDoctors(db: Db, insertPicture: InsertPicture): Promise<void> {
  if ((await countDoctors(db, '')) > 0) return
  for (const { name, specialty, portrait } of samples) {
    const picture = { large: await readPortrait(portrait), small: await readPortrait(`${portrait}-small`) }
    await insertDoctor(db, {
      name,
      email: `${portrait}@example.com`,
      specialty: (await isTreatment(db, specialty)) ? specialty : '',
      img: await insertPicture(picture),
    })
  }
}

function readPortrait(name: string) {
  return readFile(join(import.meta.dirname, `samples/${name}.webp`))
}
