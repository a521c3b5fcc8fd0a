import { initials } from '#contract/kit/text/initials.ts'
import type { Db } from '#server/database/db.ts'
import type { CalendarClinic } from '#server/icalendar/icalendar.ts'
import type { FeedAddresses } from './feed-address.ts'
import { findFeedOwner, listFeedAppointments } from './feed-store.ts'

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

const minutesOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
