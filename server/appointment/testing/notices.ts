import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { type LinkTokens, openLinkTokens } from '#server/appointment/link-token.ts'
import { sendNotices } from '#server/appointment/notice.ts'
import { rescheduleBooking } from '#server/booking/move-store.ts'
import { booking } from '#server/database/schema/booking.ts'
import { type MailDetails, mail } from '#server/database/schema/mail.ts'
import { patient as patients } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { addTestRules } from '#server/testing/calendar/calendar.ts'
import { clinicData } from '#server/testing/calendar/clinic.ts'
import { freshDatabase } from '#server/testing/database.ts'

const date: IsoDate = '2030-06-12'
const slot = '08.00 AM - 08.30 AM'
const hour = 3_600_000

/** When the appointments begin that these tests book. */
export const startsAt = new Date('2030-06-12T12:00:00Z')

/** Returns the instant that is so many hours before the appointments. */
export const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * hour)

export type NoticeMail = MailDetails & { kind: string; recipient: string }

/** Stands for the jobs that send emails. */
const jobs = { enqueue: async () => true, wake: () => {} } as unknown as Jobs

/** Opens a clinic whose appointments have notices, without the rest of the app. */
export async function openTestNotices() {
  const database = await freshDatabase()
  await addTestRules(database)
  const { db } = database
  let booked = 0

  return {
    database,
    /** Deletes the appointments and the emails. */
    clear: async () => {
      await db.delete(booking)
      await db.delete(mail)
    },
    /** Inserts an appointment that was booked at `scheduledAt`, and returns its id and its patient's email. */
    book: async (scheduledAt = hoursBefore(72)): Promise<{ id: string; patient: string }> => {
      const [cleaning] = await db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
      if (!cleaning) throw new Error('the sample treatments are missing')
      const id = randomUUID()
      booked += 1
      const patientId = `patient-${booked}`
      const patient = `${patientId}@example.org`
      await db.insert(patients).values({ id: patientId, name: 'Ann', email: patient })
      const { id: treatmentId, name, priceCents } = cleaning
      const columns = { ...timeColumns(date, slot), treatmentId, treatment: name, priceCents }
      const person = { patientId, patient, patientName: 'Ann', phone: '1' }
      await db.insert(booking).values({ id, ...columns, ...person, scheduledAt })
      return { id, patient }
    },
    /** Moves an appointment to the same time of another day, as if its patient had chosen it at `scheduledAt`. */
    move: async (id: string, day: IsoDate, scheduledAt = hoursBefore(72)): Promise<void> => {
      const from = new Date(`${day}T12:00:00Z`).getTime()
      const until = from + hour / 2
      const place = { date: day, slot, startsAt: from, endsAt: until, busyUntil: until, doctorId: null, chairId: null }
      await rescheduleBooking(db, id, place)
      await db.update(booking).set({ scheduledAt }).where(eq(booking.id, id))
    },
    /** Sends what is due at `now`, and returns all emails so far. */
    send: async (now: Date): Promise<NoticeMail[]> => {
      const issue: LinkTokens['issue'] = ({ id, patientId }) => `${id}-of-${patientId}`
      const linkTokens = { ...openLinkTokens('a secret that only tests know'), issue }
      const clinic = async () => clinicData
      const deps = { db, jobs, linkTokens, clock: () => now, publicUrl: 'https://clinic.example', clinic }
      await sendNotices(deps, new AbortController().signal)
      const rows = await db.select().from(mail).orderBy(mail.id)
      return rows.map(({ kind, recipient, details }) => ({ kind, recipient, ...details }))
    },
  }
}
export type TestNotices = Awaited<ReturnType<typeof openTestNotices>>
