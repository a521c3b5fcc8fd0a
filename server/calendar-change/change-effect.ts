import { type ChangeEffect, maxListed } from '#contract/calendar/calendar.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { UpcomingBooking } from '#server/booking/queries.ts'
import { isCalled } from '#server/patient/contact-store.ts'
import type { Changed, Moved, Replaced } from './rule-changes.ts'

/** Returns a change's effect as the API represents it, and the ids of the patients whose appointments it names. */
export function toEffect({ version, moved, replaced, reminded, misfits }: Changed<unknown>): {
  effect: ChangeEffect
  shownPatients: string[]
} {
  const called = replaced.filter(({ contact }) => isCalled(contact))
  const shown = {
    moved: moved.slice(0, maxListed),
    attention: misfits.slice(0, maxListed),
    called: called.slice(0, maxListed),
  }
  const rows = [...shown.moved, ...shown.attention.map(({ appointment }) => appointment), ...shown.called]
  const effect = {
    version,
    moved: { count: moved.length, first: shown.moved.map(toMoved) },
    attention: {
      count: misfits.length,
      first: shown.attention.map(({ appointment, reason }) => ({ ...toAffected(appointment), reason })),
    },
    patients: {
      emailed: countReached(replaced, 'email'),
      texted: countReached(replaced, 'sms'),
      called: {
        count: new Set(called.map(({ patientId }) => patientId)).size,
        first: shown.called.map((row) => ({ ...toAffected(row), phone: row.phone })),
      },
      reminded,
    },
  }
  return { effect, shownPatients: [...new Set(rows.map(({ patientId }) => patientId))] }
}

function toMoved({ toDoctor, ...moved }: Moved) {
  return { ...toAffected(moved), ...(toDoctor !== undefined && { doctor: toDoctor }) }
}

function toAffected({ id, date, slot, treatment, patientName }: UpcomingBooking) {
  return { _id: id, date: formatMediumDate(date), slot, treatment, patientName }
}

/** Counts the addresses or numbers that get a message. */
function countReached(rows: readonly Replaced[], means: 'email' | 'sms'): number {
  return new Set(rows.flatMap(({ contact }) => (contact.means === means ? [contact.address] : []))).size
}
