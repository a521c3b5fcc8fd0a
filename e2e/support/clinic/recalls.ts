import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { addMonths, clinicToday, type IsoDate, monthOf } from '#contract/kit/time/clinic-date.ts'
import { booking } from '#server/database/schema/booking.ts'
import { mail } from '#server/database/schema/mail.ts'
import { patientUser } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { user } from '#server/database/schema/user.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import type { Server } from '#server/testing/server-process.ts'
import type { Person } from '../people.ts'
import { changeData } from './change-data.ts'

/** The first of the month seven months ago: a cleaning of that day is due again. */
const lastVisitOn: IsoDate = `${addMonths(monthOf(clinicToday(new Date(), 'America/New_York')), -7)}-01`

/** Makes patients due for a cleaning whose last one was seven months ago, and sends an invitation to those who are
 *  `invited`, whatever the hour: the job adds them by day only. */
export function makeDue(server: Server, people: readonly { person: Person; invited: boolean }[]): Promise<void> {
  return changeData(server, async (db) => {
    const [cleaning] = await db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
    if (!cleaning) throw new Error('no treatment is named Teeth Cleaning')
    await db.update(treatment).set({ recallMonths: 6 }).where(eq(treatment.id, cleaning.id))
    for (const { person, invited } of people) {
      const [account] = await db
        .select({ userId: user.id, patientId: patientUser.patientId })
        .from(user)
        .innerJoin(patientUser, eq(patientUser.userId, user.id))
        .where(eq(user.email, person.email))
      if (!account) throw new Error(`no account has ${person.email}`)
      const { patientId, userId } = account
      const visit = { id: uuid(), treatmentId: cleaning.id, treatment: cleaning.name, patientId }
      const times = timeColumns(lastVisitOn, '10.00 AM - 10.30 AM')
      const names = { patient: person.email, patientName: person.name, phone: '+1 646 555 0173' }
      const { priceCents } = cleaning
      await db
        .insert(booking)
        .values({ ...visit, ...times, ...names, priceCents, status: 'done', overridden: true, bookedBy: userId })
      const id = uuid()
      const invitedAt = invited ? new Date() : null
      await db.insert(recall).values({ id, patientId, treatmentId: cleaning.id, lastVisitOn, invitedAt })
      // The id contains the time, by which the outbox orders its emails.
      if (invited)
        await db.insert(mail).values({ id: uuid(), kind: 'recall', recipient: person.email, details: { recallId: id } })
    }
  })
}
