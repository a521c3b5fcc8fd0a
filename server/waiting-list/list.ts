import type { ShownWish, WaitingEnd, WaitingEntry } from '#contract/booking/waiting-list.ts'
import type { DeskWaiting } from '#contract/desk/waiting-list.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { performersOf, type Rules } from '#server/calendar/rules/rules.ts'
import type { Db } from '#server/database/db.ts'
import { type ListedEntry, listEntriesOf, listOffersOf } from './list-store.ts'

const shownFor = 14 * 86_400_000

const endings: Partial<Record<WaitingEnd, string>> = {
  'treatment-retired': 'We no longer offer this treatment, so nobody waits for it any more.',
  passed: 'The time that you waited for is over, and nothing earlier became free.',
  cancelled: 'The appointment is cancelled, so you no longer wait for an earlier time.',
}

/** Lists what the patients of an account wait for, and what ended by itself in the last two weeks.
 *  @param account as the caller of a request; without a confirmed email it knows only what it joined itself */
export async function listOwn(
  db: Db,
  rules: Rules,
  account: { userId: string; patientIds: readonly string[]; hasConfirmedEmail: boolean },
  now: Date,
): Promise<WaitingEntry[]> {
  const known = account.hasConfirmedEmail ? undefined : account.userId
  const since = new Date(now.getTime() - shownFor)
  const entries = await listEntriesOf(db, account.patientIds, { since, userId: known })
  return entries.map((entry) => toEntry(entry, rules))
}

/** Returns an entry as the patient's account sees it. */
export function toEntry(listed: ListedEntry, rules: Rules): WaitingEntry {
  const { entry, patientName, contact } = listed
  return {
    ...toWish(listed, rules),
    _id: entry.id,
    ...{ patientId: entry.patientId, patientName, emailed: contact.means === 'email' },
    ...(contact.means === undefined && { because: contact.because }),
    since: entry.createdAt.toISOString(),
    ...(entry.endReason && { ended: endings[entry.endReason] ?? 'You are no longer on the waiting list.' }),
  }
}

/** Returns entries as staff see them, with what was offered. */
export async function toDeskEntries(db: Db, rules: Rules, listed: readonly ListedEntry[]): Promise<DeskWaiting[]> {
  const offers = await listOffersOf(
    db,
    listed.map(({ entry }) => entry.id),
  )
  return listed.map((each) => ({
    ...toEntry(each, rules),
    ...(each.phone !== null && { phone: each.phone }),
    ...(each.email !== null && { email: each.email }),
    ...(each.entry.addedBy !== '' && { addedBy: each.entry.addedBy }),
    offers: (offers.get(each.entry.id) ?? []).map(({ date, slot, sentAt, state }) => ({
      ...{ date: formatMediumDate(date), slot, state, sentAt: sentAt.toISOString() },
    })),
  }))
}

function toWish({ entry, treatment, doctorName, moves }: ListedEntry, rules: Rules): ShownWish {
  const { treatmentId, doctorId, weekdays, fromMinutes, untilMinutes, lastDay } = entry
  const works = performersOf(rules, treatmentId).some(({ id }) => id === doctorId)
  return {
    ...{ treatmentId, treatment, weekdays, from: fromMinutes, until: untilMinutes },
    ...(doctorId !== null && doctorName !== null && { doctor: { _id: doctorId, name: doctorName, works } }),
    lastDay: formatMediumDate(lastDay),
    ...(moves && { booking: { _id: moves.id, date: formatMediumDate(moves.date), slot: moves.slot } }),
  }
}
