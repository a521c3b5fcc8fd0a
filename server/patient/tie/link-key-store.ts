import { createHash } from 'node:crypto'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** For whom a link in an email to an address is: the tie of its account to the patient, else the address
 *  (link_key.sql). */
export const linkKey = (patientId: SQLWrapper, address: SQL): SQL<string> =>
  sql<string>`link_key(${patientId}, ${address})`

/** For whom a link in a text message is. */
export const phoneKey = (phone: string): string =>
  `phone:${createHash('sha256').update(phone).digest('hex').slice(0, 20)}`

/** Whether a link with this key still reaches whom it was sent to about a patient (is_link_live.sql). Links of earlier
 *  releases have no key. */
export const isLinkLive = (patientId: SQLWrapper, key: string | undefined): SQL<boolean> =>
  sql<boolean>`is_link_live(${patientId}, ${key ?? ''})`
