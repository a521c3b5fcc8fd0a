import { toDollars } from '#contract/kit/money.ts'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { RecallPage, RecallTime } from '#contract/recall-link.ts'
import { toLinkedNow } from '#server/appointment/link.ts'
import type { LinkTokens } from '#server/appointment/link-token.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { foundByLink } from '#server/http/invalid-link.ts'
import type { Today } from './due-store.ts'
import {
  type DueOf,
  findBookedByRecall,
  findInvited,
  hasAppointmentAhead,
  type Invited,
  listDueOf,
} from './link-store.ts'
import { findWanted, suggestFor } from './suggest.ts'
import type { SuggestedTime } from './times.ts'
import type { InvitedIds, RecallTokens } from './token.ts'

export type LinkDeps = { db: Db; calendar: Calendar; recallTokens: RecallTokens; linkTokens: LinkTokens }

/** Returns the clinic's day. */
export async function dayOf(calendar: Calendar): Promise<Today> {
  const { timeZone } = await calendar.rules()
  return { today: clinicToday(calendar.clock(), timeZone), timeZone }
}

/** Returns the patient of a link. @throws ProblemError 404 */
export async function findByToken(
  { db, recallTokens }: Pick<LinkDeps, 'db' | 'recallTokens'>,
  token: string,
): Promise<{ ids: InvitedIds; invited: Invited }> {
  const ids = recallTokens.read(token)
  const invited = ids && (await findInvited(db, ids))
  return foundByLink(ids && invited && { ids, invited })
}

/** Returns what the holder of a link sees now.
 *  @param wanted the time that was pressed in the email */
export async function readPage(deps: LinkDeps, token: string, wanted?: string): Promise<RecallPage> {
  const { ids, invited } = await findByToken(deps, token)
  const day = await dayOf(deps.calendar)
  const named = invited.isNamed ? { patientName: invited.name } : {}
  const nothing = { ...named, treatments: [], ...(invited.stoppedAt && { stopped: true as const }) }
  const booked = await findBookedByRecall(deps.db, invited.id, day)
  if (booked) {
    const { treatment, date, slot, doctorName } = booked
    const facts = { treatment, date: formatMediumDate(date), slot, ...(doctorName !== null && { doctor: doctorName }) }
    // By a link of its own, which only the recipient of this one gets.
    const linkToken = deps.linkTokens.issue({ ...booked, key: ids.key ?? '' })
    const appointment = await toLinkedNow(deps.db, deps.calendar.clock(), booked)
    return { state: 'booked', ...nothing, booked: facts, appointment: { ...appointment, token: linkToken } }
  }
  const due = await listDueOf(deps.db, invited.id, day)
  if (!due.some(({ id }) => id === ids.id)) return { state: 'over', ...nothing }
  if (invited.stoppedAt) return { state: 'stopped', ...nothing }
  if (await hasAppointmentAhead(deps.db, invited.id, day)) return { state: 'has-appointment', ...nothing }
  const { snoozedUntil } = invited
  return {
    ...{ state: 'due', ...named, treatments: await withTimes(deps.calendar, due, day) },
    ...(snoozedUntil !== null && snoozedUntil > day.today && { snoozedUntil: formatMediumDate(snoozedUntil) }),
    ...(await wantedOf(deps.calendar, due[0], wanted)),
  }
}

async function withTimes(
  calendar: Calendar,
  due: readonly DueOf[],
  { today }: Today,
): Promise<RecallPage['treatments']> {
  const shown = await timesAsShown(calendar)
  return Promise.all(
    due.map(async (one) => ({
      ...{
        _id: one.treatmentId,
        name: one.name,
        price: toDollars(one.priceCents),
        lastVisit: formatMediumDate(one.lastVisitOn),
      },
      times: (await suggestFor(calendar, one, addDays(today, 1))).map(shown),
    })),
  )
}

/** The times in an email are those of the treatment that is due the longest. */
async function wantedOf(calendar: Calendar, first: DueOf | undefined, wanted: string | undefined) {
  if (first === undefined || wanted === undefined) return {}
  const found = await findWanted(calendar, first, wanted)
  return found ? { wanted: (await timesAsShown(calendar))(found) } : { taken: true }
}

async function timesAsShown(calendar: Calendar): Promise<(time: SuggestedTime) => RecallTime> {
  const names = new Map((await calendar.rules()).doctors.map(({ id, name }) => [id, name]))
  return ({ date, slot, doctorId }) => {
    const name = doctorId === undefined ? undefined : names.get(doctorId)
    return {
      ...{ date: formatMediumDate(date), slot },
      ...(doctorId !== undefined && name !== undefined && { doctor: { _id: doctorId, name } }),
    }
  }
}
