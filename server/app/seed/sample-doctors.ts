import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WeekdayPeriod } from '#server/calendar/rules/rules.ts'
import { replaceDoctorHours } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import { addPerformed, describeDoctor, hasHadDoctors, insertDoctor, isTreatment } from '#server/doctor/store.ts'
import { insertPhoto } from '#server/photo/store.ts'

type Sample = {
  name: string
  specialty: string
  /** A further treatment that they perform. */
  also?: string
  portrait: string
  hours?: WeekdayPeriod[]
  languages: string
  sentence: string
}

// scripts/draw/doctors.ts draws the portraits. example.com is reserved (RFC 2606).
const samples: readonly Sample[] = [
  {
    name: 'Dr. Ingrid Solheim',
    specialty: 'Teeth Orthodontics',
    portrait: 'solheim',
    languages: 'English, Norwegian',
    sentence: 'Shows you on a screen where each tooth is going before anything begins.',
  },
  {
    name: 'Dr. Mateo Álvarez',
    specialty: 'Cosmetic Dentistry',
    also: 'Teeth Whitening',
    portrait: 'alvarez',
    languages: 'English, Spanish',
    sentence: 'Matches a crown to its neighbors until you can’t find it.',
  },
  {
    name: 'Dr. Amara Okafor',
    specialty: 'Teeth Cleaning',
    also: 'Fluoride Treatment',
    portrait: 'okafor',
    languages: 'English, French, Igbo',
    sentence: 'Takes her time with people who haven’t seen a dentist for years.',
  },
  {
    name: 'Dr. Jonas Weber',
    specialty: 'Cavity Protection',
    also: 'Cavity Filling',
    portrait: 'weber',
    languages: 'English, German',
    sentence: 'Stops at once when you raise a hand.',
  },
  {
    name: 'Dr. Mei Tanaka',
    specialty: 'Pediatric Dental',
    portrait: 'tanaka',
    languages: 'English, Japanese',
    sentence: 'Lets children hold the mirror first.',
  },
  {
    name: 'Dr. Samuel Reed',
    specialty: 'Oral Surgery',
    portrait: 'reed',
    hours: everyMorning(),
    languages: 'English',
    sentence: 'Calls you in the evening to hear how you are.',
  },
]

/** The dentists of the sample clinic. */
export const sampleDoctors = samples.map(({ name, portrait }) => ({ name, email: emailOf(portrait) }))

/** Adds the sample doctors if the clinic has never had a doctor. */
export async function addSampleDoctors(db: Db): Promise<void> {
  if (await hasHadDoctors(db)) return
  for (const { name, specialty, also, portrait, hours, languages, sentence } of samples) {
    const picture = { large: await readPortrait(portrait), small: await readPortrait(`${portrait}-small`) }
    const id = await insertDoctor(db, {
      name,
      email: emailOf(portrait),
      specialty: (await isTreatment(db, specialty)) ? specialty : '',
      img: await insertPhoto(db, picture),
    })
    if (!id) continue
    await describeDoctor(db, id, { languages, sentence })
    if (also) await addPerformed(db, id, also)
    if (hours) await replaceDoctorHours(db, id, hours)
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
