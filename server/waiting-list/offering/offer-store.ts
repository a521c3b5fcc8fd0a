import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { waitingEntry, waitingOffer } from '#server/database/schema/waiting.ts'
import { emailIn, recipientOf } from '#server/patient/contact-store.ts'
import { isNamedTo } from '#server/patient/store.ts'
import { linkKey } from '#server/patient/tie/link-key-store.ts'
import type { Match } from '../matching/match.ts'
import { contact } from './store.ts'

const email = emailIn(contact)

/** Inserts offers. Returns those that are new, of people who still wait, with what their emails need. */
export async function insertOffers(
  tx: Db,
  matches: readonly Match[],
  { now, noticeMs }: { now: Date; noticeMs: number },
) {
  const contacts = await lockContacts(
    tx,
    matches.map(({ entry }) => entry.id),
  )
  const current = matches.flatMap((match) => {
    const contact = contacts.get(match.entry.id)
    return contact && contact.recipient !== '' ? [{ ...match, contact, id: uuid() }] : []
  })
  if (current.length === 0) return []
  const inserted = await tx
    .insert(waitingOffer)
    .values(
      current.map(({ id, entry, time }) => ({
        ...{ id, entryId: entry.id, patientId: entry.patientId, treatmentId: entry.treatmentId },
        ...{ doctorId: entry.doctorId, date: time.date, slot: time.slot, sentAt: now },
        startsAt: new Date(time.startsAt),
        expiresAt: new Date(time.startsAt - noticeMs),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: waitingOffer.id })
  const ids = new Set(inserted.map(({ id }) => id))
  return current.filter(({ id }) => ids.has(id))
}
export type NewOffer = Awaited<ReturnType<typeof insertOffers>>[number]

/** Returns who waits in these entries and how to reach them. Nobody leaves until the transaction ends. Locks the
 *  patients before their entries, in the order of every other transaction. */
async function lockContacts(tx: Db, entryIds: readonly string[]) {
  if (entryIds.length === 0) return new Map<string, never>()
  const rows = await tx
    .select({
      id: waitingEntry.id,
      contact,
      key: linkKey(waitingEntry.patientId, email),
      isNamed: isNamedTo(sql`${waitingEntry.patientId}`, email),
      patientName: patient.name,
      treatment: treatment.name,
      priceCents: treatment.priceCents,
      movesFrom: booking.startsAt,
    })
    .from(waitingEntry)
    .innerJoin(patient, eq(patient.id, waitingEntry.patientId))
    .innerJoin(treatment, eq(treatment.id, waitingEntry.treatmentId))
    .leftJoin(booking, eq(booking.id, waitingEntry.bookingId))
    .where(and(inArray(waitingEntry.id, [...entryIds]), isNull(waitingEntry.endedAt)))
    .orderBy(patient.id, waitingEntry.id)
    .for('share', { of: [patient, waitingEntry] })
  return new Map(rows.map(({ contact: reached, ...row }) => [row.id, { ...row, recipient: recipientOf(reached) }]))
}
