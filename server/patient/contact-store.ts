import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ContactReason, Reach, UnreachedReason } from '#contract/patient/reach.ts'
import type { Db } from '#server/database/db.ts'
import { patient } from '#server/database/schema/patient.ts'
import { isNamedTo } from './store.ts'

/** By which means a patient is reached for a reason. `email`: the address that they have, empty without one. */
export type Contact = { email: string } & (
  | { means: 'email' | 'sms'; address: string }
  | { means?: never; because: UnreachedReason }
)

/** By which means a patient is reached, as contact_of.sql decides it for everything that sends, or says what is sent.
 *  @param bookedBy the account that booked the appointment that it is about, or null
 *  @param textFailed whether a text message has not reached them */
export const contactOf = (
  { patientId, bookedBy = null }: { patientId: SQLWrapper | string; bookedBy?: SQLWrapper | string | null },
  reason: ContactReason | SQL,
  { textFailed = false } = {},
): SQL<Contact> => sql<Contact>`contact_of(${patientId}, ${bookedBy}, ${reason}, ${textFailed})`

/** Whether an email reaches the patient of a contact. */
export const isEmailed = (contact: SQL<Contact>) => sql<boolean>`coalesce(${contact} ->> 'means' = 'email', false)`

/** The patient's address for emails, whatever they wish; empty if there is none. */
export const emailIn = (contact: SQL<Contact>) => sql<string>`${contact} ->> 'email'`

/** Returns by which means a patient is reached, and whether an email has to name them. */
export async function contactFor(
  db: Db,
  of: { patientId: string; bookedBy?: string | null },
  reason: ContactReason,
  options: { textFailed?: boolean } = {},
): Promise<Contact & { isNamed: boolean }> {
  const contact = contactOf(of, reason, options)
  const isNamed = isNamedTo(sql`${of.patientId}`, emailIn(contact))
  const [found] = await db.select({ contact, isNamed }).from(sql`(select) as one`)
  if (!found) throw new Error('The database answered nothing')
  return { ...found.contact, isNamed: found.isNamed }
}

/** Lists the addresses to which patients get emails about an account. */
export async function listAddresses(db: Db, patientIds: readonly string[]): Promise<string[]> {
  if (patientIds.length === 0) return []
  const rows = await db
    .select({ contact: contactOf({ patientId: patient.id }, 'account') })
    .from(patient)
    .where(inArray(patient.id, [...patientIds]))
  return rows.flatMap(({ contact }) => recipientOf(contact) || [])
}

/** Returns the address for emails of a contact, empty if none is to be sent. */
export const recipientOf = (contact: Contact): string => (contact.means === 'email' ? contact.address : '')

/** Tells whether somebody must call a patient about a change by the clinic. */
export const isCalled = (contact: Contact): boolean =>
  contact.means === undefined && contact.because !== 'died' && contact.because !== 'erased'

/** Returns a contact as the API represents it. */
export function toReach(contact: Contact): Reach {
  return contact.means ? { by: contact.means, to: contact.address } : { by: 'call', because: contact.because }
}
