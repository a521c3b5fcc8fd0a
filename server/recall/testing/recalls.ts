import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AppointmentStatus } from '#contract/desk/day.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { calendarQueries } from '#server/calendar/caches.ts'
import { openCalendar } from '#server/calendar/calendar.ts'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { invitationOf, inviteDue } from '#server/recall/invite.ts'
import { openStopTokens } from '#server/recall/stop-token.ts'
import { openRecallTokens } from '#server/recall/token.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { addTestRules } from '#server/testing/calendar/calendar.ts'
import { freshDatabase } from '#server/testing/database.ts'

const eight = '08.00 AM - 08.30 AM'
const jobs = { enqueue: async () => true, wake: () => {} } as unknown as Jobs
type Treatment = typeof treatment.$inferSelect

/** Opens a clinic that invites patients back six months after a cleaning. `clock` is its clock. */
export async function openTestRecalls(clock: () => Date) {
  const database = await freshDatabase()
  await addTestRules(database)
  const { db } = database
  const calendar = await openCalendar({ listen: database.listen, queries: calendarQueries(db), clock })
  const secret = 'a secret that only tests know'
  const tokens = { recallTokens: openRecallTokens(secret), stopTokens: openStopTokens(secret) }
  const deps = { db, calendar, jobs, ...tokens, publicUrl: 'https://clinic.example' }
  const named = async (name: string): Promise<Treatment> => {
    const [found] = await db.select().from(treatment).where(eq(treatment.name, name))
    if (!found) throw new Error('the sample treatments are missing')
    return found
  }
  const cleaning = await named('Teeth Cleaning')
  const setInterval = (recallMonths: number | null, of = cleaning) =>
    db.update(treatment).set({ recallMonths }).where(eq(treatment.id, of.id))
  const invitations = () => db.select().from(mail).where(eq(mail.kind, 'recall')).orderBy(mail.id)

  return {
    ...{ db, cleaning, cavity: await named('Cavity Protection'), setInterval, invitations },
    close: async () => {
      await calendar.close()
      await database.close()
    },
    /** Deletes what a test left. */
    reset: async () => {
      await db.delete(mail)
      await db.delete(recall)
      await db.delete(booking)
      await db.update(treatment).set({ recallMonths: null, retiredAt: null })
      await setInterval(6)
    },
    /** Adds a patient with an account whose email is confirmed. */
    addPatient: async ({ emailVerified = true } = {}): Promise<TestPatient> => {
      const userId = randomUUID()
      const email = `${userId}@example.org`
      await db.insert(user).values({ id: userId, name: 'Ann', email, emailVerified })
      const [own] = await db.select().from(patientUser).where(eq(patientUser.userId, userId))
      return { userId, email, patientId: own?.patientId ?? '' }
    },
    /** Adds an appointment. */
    add: async (
      { patientId, userId }: { patientId: string; userId?: string },
      date: IsoDate,
      { status = 'done', of = cleaning }: { status?: AppointmentStatus; of?: Treatment } = {},
    ) => {
      const id = randomUUID()
      const more = { ...(status === 'cancelled' && { cancelledAt: clock() }), bookedBy: userId ?? null }
      const { id: treatmentId, name, priceCents } = of
      const columns = { ...timeColumns(date, eight), treatmentId, treatment: name, priceCents, patientId, status }
      const names = { patient: '', patientName: 'Ann', phone: '555 0100' }
      await db.insert(booking).values({ id, ...columns, ...more, ...names, overridden: true })
    },
    /** Runs the job. */
    run: () => inviteDue(deps, new AbortController().signal),
    /** Stands for the mail server, which sends what waits. */
    send: () => db.update(mail).set({ doneAt: clock() }),
    recipients: async () => (await invitations()).map(({ recipient }) => recipient),
    /** Returns what an invitation says when it is sent. */
    textOf: ({ details, recipient }: typeof mail.$inferSelect) => invitationOf(deps, details.recallId ?? '', recipient),
  }
}

export type TestPatient = { userId: string; email: string; patientId: string }
