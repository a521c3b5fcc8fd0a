import { addDays, clinicMinutes, clinicToday } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import type { Db } from '#server/database/db.ts'
import type { MailRecall } from '#server/database/schema/mail.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import { recipientOf } from '#server/patient/contact-store.ts'
import {
  countInvited,
  countWaiting,
  listToInvite,
  lockInvitations,
  markInvited,
  type Today,
  updateRecalls,
} from './due-store.ts'
import { dayOf } from './link.ts'
import { findMailed, listDueOf } from './link-store.ts'
import { stopPath, unsubscribeUrl } from './stop-routes.ts'
import type { StopTokens } from './stop-token.ts'
import { suggestFor, toWanted } from './suggest.ts'
import type { RecallTokens } from './token.ts'

export type InviteDeps = {
  db: Db
  calendar: Calendar
  jobs: Jobs
  recallTokens: RecallTokens
  stopTokens: StopTokens
  publicUrl: string
}

/** The most patients who get an invitation on one day of the clinic's, so that a first day with thousands who are
 *  overdue sends no flood and the times offered are not all gone. The others follow, the longest due first. */
export const maxInvitedADay = 50

/** Invitations are added between these hours of the clinic's clock: nobody is woken by one. */
const [opens, closes] = [9 * 60, 18 * 60]

/** An email may be read days later, so it offers times from then on. */
const daysToRead = 3

/** Finds out who is due, and adds an email for those who are to be invited today. A patient is invited once for each
 *  visit, whatever fails or runs at the same time. Stops after the current one once `signal` is aborted. */
export async function inviteDue(deps: InviteDeps, signal: AbortSignal): Promise<void> {
  const { db, calendar, jobs } = deps
  const day = await dayOf(calendar)
  await updateRecalls(db, day)
  const now = calendar.clock()
  const minutes = clinicMinutes(now, day.timeZone)
  if (minutes < opens || minutes >= closes) return
  for (const patientId of await listToInvite(db, day, maxInvitedADay)) {
    if (signal.aborted || !(await inviteOne(deps, patientId, day, now))) break
  }
  jobs.wake(emails)
}

/** Invites a patient. Returns whether others may follow today. */
function inviteOne({ db, jobs }: InviteDeps, patientId: string, day: Today, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockInvitations(tx)
    const midnight = new Date(dayClock(day.today, day.timeZone).startsAt)
    if ((await countInvited(tx, midnight)) >= maxInvitedADay) return false
    // The mail server has been away since yesterday: what it has not sent yet would all arrive at once.
    if ((await countWaiting(tx, midnight)) > 0) return false
    const invited = await markInvited(tx, patientId, day, now)
    if (invited) await addMail(tx, jobs, { kind: 'recall', recipient: invited.recipient, recallId: invited.id })
    return true
  })
}

/** Returns what an invitation says as it is sent, and its link; undefined if it is no longer right: the patient has
 *  booked, come, or stopped or put off invitations since, or has another address. */
export async function invitationOf(
  { db, calendar, recallTokens, stopTokens, publicUrl }: Omit<InviteDeps, 'jobs'>,
  recallId: string,
  recipient: string,
): Promise<{ link: string; recall: MailRecall } | undefined> {
  const { timeZone } = await calendar.rules()
  const day = { today: clinicToday(calendar.clock(), timeZone), timeZone }
  const found = await findMailed(db, recallId, day)
  if (!found || recipientOf(found.contact) !== recipient) return undefined
  const due = await listDueOf(db, found.patientId, day)
  const [first] = due
  if (!first) return undefined
  const link = `${publicUrl}${pages.recall}#${recallTokens.issue({ id: recallId, patientId: found.patientId, key: found.key })}`
  const stopToken = stopTokens.issue(found)
  const names = new Map((await calendar.rules()).doctors.map(({ id, name }) => [id, name]))
  const times = await suggestFor(calendar, first, addDays(day.today, daysToRead))
  return {
    link,
    recall: {
      treatments: due.map(({ name }) => name),
      lastVisitOn: first.lastVisitOn,
      price: first.priceCents,
      ...(found.isNamed && { patientName: found.name }),
      times: times.map((time) => ({
        ...{ date: time.date, slot: time.slot, link: `${link}&${toWanted(time)}` },
        ...(time.doctorId !== undefined && { doctor: names.get(time.doctorId) }),
      })),
      stopLink: publicUrl + stopPath(stopToken),
      unsubscribe: unsubscribeUrl(publicUrl, stopToken),
    },
  }
}
