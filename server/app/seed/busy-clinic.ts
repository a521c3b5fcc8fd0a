import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import type { ClinicData } from '#contract/clinic.ts'
import { addDays, clinicToday, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { insertBookings, type SeedBooking } from '#server/booking/store.ts'
import { addFirstRules } from '#server/calendar/first-rules.ts'
import type { Rules, WeekdayPeriod } from '#server/calendar/rules/rules.ts'
import { readRules, replaceDoctorHours } from '#server/calendar/store.ts'
import { insertAbsence, insertChair, replaceDay, updatePolicy } from '#server/calendar-change/store.ts'
import { StartError } from '#server/config/start-error.ts'
import type { Db } from '#server/database/db.ts'
import { doctorTreatment } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { planDayOfBookings, pseudoRandom } from '#server/demo/plan-day.ts'
import { describeDoctor, insertDoctor } from '#server/doctor/store.ts'
import { listOwnPatients } from '#server/patient/store.ts'
import { insertPhoto } from '#server/photo/store.ts'
import { busyTreatments } from './busy-treatments.ts'

const bookingCount = 4_000
const bookedDays = 60
const patientCount = 800

/** The booking rules of the busy clinic. */
export const busyPolicy = {
  gridMinutes: 15,
  fillGaps: true,
  noticeMinutes: 60,
  horizonDays: 365,
  maxUpcoming: 20,
  freeCancelHours: 24,
  graceMinutes: 30,
  reminderHours: 24,
  moreReminderHours: [],
  deskRefundDollars: 50,
  noShowFeeDollars: 0,
}
/** When the clinic is open and its doctors work, in hours. */
export const busyHours = { clinic: [7, 20], early: [7, 15], late: [12, 20], day: [8, 17] } as const

/** Each performs the treatments from `first` to `last`; the first of them is the specialty. */
export const busyDoctors = [
  {
    name: 'Dr. Ingrid Solheim',
    portrait: 'solheim',
    hours: busyHours.early,
    first: 0,
    last: 4,
    languages: 'English, Norwegian',
    sentence: 'Explains what she does before she does it.',
  },
  {
    name: 'Dr. Mateo Álvarez',
    portrait: 'alvarez',
    hours: busyHours.late,
    first: 0,
    last: 4,
    languages: 'English, Spanish',
    sentence: 'Has evening hours for people who work.',
  },
  {
    name: 'Dr. Amara Okafor',
    portrait: 'okafor',
    hours: busyHours.day,
    first: 3,
    last: 7,
    languages: 'English, French, Igbo',
    sentence: 'Takes her time with people who are afraid.',
  },
  {
    name: 'Dr. Jonas Weber',
    portrait: 'weber',
    hours: undefined,
    first: 0,
    last: 5,
    languages: 'English, German',
    sentence: 'Stops at once when you raise a hand.',
  },
  {
    name: 'Dr. Mei Tanaka',
    portrait: 'tanaka',
    hours: busyHours.late,
    first: 1,
    last: 7,
    languages: 'English, Japanese',
    sentence: 'Lets children hold the mirror first.',
  },
]

/** Fills an empty database with a busy clinic: five doctors with different hours, three chairs, eight treatments of 15
 *  to 90 minutes, two holidays, and 4,000 bookings over the 60 days after `now`. The same `now` gives the same
 *  bookings.
 *  @throws StartError if the database has treatments */
export async function addBusyClinic(db: Db, { clinic, now }: { clinic: ClinicData; now: Date }): Promise<void> {
  if ((await db.$count(treatment)) > 0)
    throw new StartError('The busy clinic needs an empty database; this one has treatments.')
  const today = clinicToday(now, clinic.timeZone)
  await db.transaction(async (tx) => {
    await addFirstRules(tx, { hours: week(busyHours.clinic), clinic, ...busyPolicy, onlineBooking: true })
    await updatePolicy(tx, busyPolicy)
    const treatmentIds = await addTreatments(tx)
    const doctorIds = await addDoctors(tx, treatmentIds)
    for (const name of ['Chair 1', 'Chair 2', 'Chair 3']) await insertChair(tx, name)
    await replaceDay(tx, { date: addDays(today, 9), note: 'Public holiday', periods: [] })
    await replaceDay(tx, { date: addDays(today, 40), note: 'Public holiday', periods: [] })
    const [first = ''] = doctorIds
    await insertAbsence(tx, first, { firstDay: addDays(today, 20), lastDay: addDays(today, 26), note: 'Vacation' })
  })
  const patients = await addPatients(db)
  const rules = await readRules(db)
  await insertBookings(db, planBookings(rules, today, now, patients))
}

async function addTreatments(tx: Db): Promise<string[]> {
  const rows = busyTreatments.map(({ share: _, ...fields }, position) => ({ ...fields, id: uuid(), position }))
  await tx.insert(treatment).values(rows)
  return rows.map(({ id }) => id)
}

async function addDoctors(tx: Db, treatmentIds: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const { name, portrait, hours: own, first, last, languages, sentence } of busyDoctors) {
    const read = (file: string) => readFile(join(import.meta.dirname, `portraits/${file}.webp`))
    const img = await insertPhoto(tx, { large: await read(portrait), small: await read(`${portrait}-small`) })
    const specialty = busyTreatments[first]?.name ?? ''
    const doctorId = await insertDoctor(tx, { name, email: `${portrait}@example.com`, specialty, img })
    if (!doctorId) throw new Error(`${name} could not be added`)
    const performed = treatmentIds.slice(first, last + 1).map((treatmentId) => ({ doctorId, treatmentId }))
    await tx.insert(doctorTreatment).values(performed).onConflictDoNothing()
    await describeDoctor(tx, doctorId, { languages, sentence })
    if (own) await replaceDoctorHours(tx, doctorId, week(own))
    ids.push(doctorId)
  }
  return ids
}

type Patient = SeedBooking['patient']

async function addPatients(db: Db): Promise<Patient[]> {
  const patients = Array.from({ length: patientCount }, (_, n) => ({
    id: `busy-${n}`,
    name: `Patient ${n + 1}`,
    email: `patient${n + 1}@example.com`,
  }))
  await db.insert(user).values(patients)
  const added = new Map((await listOwnPatients(db)).map((row) => [row.userId, row]))
  return patients.flatMap(({ id }) => added.get(id) ?? [])
}

/** Books times that are free, day after day, until there are enough. */
function planBookings(rules: Rules, today: IsoDate, now: Date, patients: Patient[]): SeedBooking[] {
  const random = pseudoRandom(1)
  const bookings: SeedBooking[] = []
  for (let day = 1; day <= bookedDays; day += 1) {
    const wanted = Math.ceil((bookingCount - bookings.length) / (bookedDays - day + 1))
    const nextPatients = patients.slice(bookings.length % patients.length).concat(patients)
    const patientFor = (_: object, booked: number) => nextPatients[booked]
    bookings.push(...planDayOfBookings(rules, addDays(today, day), now, { random, wanted, shareOf, patientFor }))
  }
  return bookings
}

/** How often a treatment is booked compared with others. */
export const shareOf = ({ name }: { name: string }): number =>
  busyTreatments.find((each) => each.name === name)?.share ?? 1

function week([from, until]: readonly [number, number]): WeekdayPeriod[] {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: from * 60, until: until * 60 }))
}
