import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'

/** Adds what the patient of an appointment waited for, and what was offered to them. */
export async function addWaitingRows(db: Db, { bookingId, doctorId }: { bookingId: string; doctorId: string }) {
  const [row] = await db.select().from(booking).where(eq(booking.id, bookingId))
  if (!row) throw new Error('The booking is missing')
  const { patientId, treatmentId, date, slot, startsAt } = row
  const entryId = randomUUID()
  await db.insert(waitingEntry).values({
    ...{ id: entryId, patientId, treatmentId, doctorId, bookingId, lastDay: '2026-06-01', joinedBy: 'x', addedBy: 'x' },
    ...{ weekdays: [1, 3], fromMinutes: 540, untilMinutes: 615, endedAt: new Date(), endReason: 'left' },
  })
  await db.insert(waitingOffer).values({
    ...{ id: randomUUID(), entryId, patientId, treatmentId, date, slot, startsAt, expiresAt: startsAt },
    ...{ sentAt: new Date(), state: 'lost' },
  })
}
