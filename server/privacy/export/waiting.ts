import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { PersonalData } from '#contract/privacy/personal-data.ts'
import type { Db } from '#server/database/db.ts'
import { listWaitingOf } from '#server/waiting-list/personal-store.ts'

/** Collects what patients wait or waited for, and what was offered to them. */
export async function collectWaiting(tx: Db, patientIds: string[]): Promise<PersonalData['waiting']> {
  const rows = await listWaitingOf(tx, patientIds)
  return rows.map(({ entry, offers, ...names }) => ({
    ...{ patient: entry.patientId, ...names, weekdays: entry.weekdays, appointment: entry.bookingId },
    hours: `${clockTime(entry.fromMinutes)} to ${clockTime(entry.untilMinutes)}`,
    lastDay: formatMediumDate(entry.lastDay),
    joinedAt: entry.createdAt.toISOString(),
    ...{ endedAt: entry.endedAt?.toISOString() ?? null, endReason: entry.endReason },
    offers: offers.map(({ date, slot, sentAt, state }) => ({
      ...{ date: formatMediumDate(date), slot, sentAt: sentAt.toISOString(), state },
    })),
  }))
}

function clockTime(minutes: number) {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
