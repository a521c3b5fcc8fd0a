import { v4 as uuid } from 'uuid'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { initials } from '#contract/kit/text/initials.ts'
import type { RecordAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import type { CalendarClinic } from '#server/icalendar/icalendar.ts'
import type { FeedAddresses } from './feed-address.ts'
import { findDoctorName, findFeedOwner, listFeedAppointments, renewFeed } from './feed-store.ts'

const daysBack = 30

export type FeedDeps = {
  db: Db
  clock: () => Date
  feedAddresses: FeedAddresses
  sender: () => Promise<CalendarClinic>
}

/** Returns the calendar at an address of a feed: the appointments of the last 30 days and all upcoming ones. Undefined
 *  if there is no such feed. A dentist's has patients' initials only, because phones show it on locked screens. */
export async function readFeed(
  { db, clock, feedAddresses, sender }: FeedDeps,
  file: string,
): Promise<string | undefined> {
  const id = feedAddresses.read(file)
  const owner = id === undefined ? undefined : await findFeedOwner(db, id)
  if (!owner) return undefined
  const since = new Date(clock().getTime() - daysBack * 86_400_000)
  const rows = await listFeedAppointments(db, owner, since)
  const isDoctors = 'doctorId' in owner
  const appointments = rows.map(({ patientName, relation, ...appointment }) => ({
    ...appointment,
    ...(isDoctors && { title: `${initials(patientName)}, ${minutesOf(appointment)} min` }),
    ...(!isDoctors && relation !== 'self' && { patientName }),
  }))
  // Imported on first use, because its library takes time to load.
  const { feedFile } = await import('#server/icalendar/icalendar.ts')
  return feedFile(appointments, await sender())
}

/** Gives a doctor's feed another id, and records it in the audit trail. The former id is unknown from then on. */
export function renewFeedOfDoctor(
  db: Db,
  doctorId: string,
  record: RecordAudit,
): Promise<Outcome<{ id: string }, 'unknown-doctor'>> {
  return transact(db, async (tx) => {
    const name = await findDoctorName(tx, doctorId)
    if (name === undefined) return refused('unknown-doctor')
    await record(tx, 'renew-feed', name)
    return { ok: true, id: await renewFeed(tx, { doctorId }, uuid()) }
  })
}

const minutesOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
