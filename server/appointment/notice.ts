import { changesAt } from '#contract/booking/patient-changes.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { readPolicy } from '#server/booking/move-store.ts'
import type { Db } from '#server/database/db.ts'
import type { NoticeKind } from '#server/database/schema/booking.ts'
import type { MailAppointment } from '#server/database/schema/mail.ts'
import type { LinkedIds } from './link-token.ts'
import { addDueReminders, finishNotice, lockWaitingNotice, type WaitingNotice } from './notice-store.ts'

/** An email about an appointment. */
export type NoticeEmail = {
  kind: `appointment-${NoticeKind}`
  recipient: string
  link: string
  appointment: MailAppointment
}

export type NoticeDeps = {
  db: Db
  clock: () => Date
  publicUrl: string
  /** Issues the token of an appointment's link. */
  issueToken: (appointment: LinkedIds) => string
  /** Adds an email in the transaction that marks its notice as done. */
  addEmail: (tx: Db, email: NoticeEmail) => Promise<void>
  /** Called after emails were added. */
  onAdded: () => void
}

/** Adds the emails of all notices that wait, and of reminders that are due. Each notice becomes one email at most, whatever fails or runs
 *  at the same time. Stops after the current one once `signal` is aborted. */
export async function sendNotices(deps: NoticeDeps, signal: AbortSignal): Promise<void> {
  await addDueReminders(deps.db, deps.clock())
  while (!signal.aborted && (await sendOne(deps)));
  deps.onAdded()
}

function sendOne(deps: NoticeDeps): Promise<boolean> {
  const { db, clock, addEmail } = deps
  return db.transaction(async (tx) => {
    const waiting = await lockWaitingNotice(tx)
    if (!waiting) return false
    const now = clock()
    if (isCurrent(waiting, now)) {
      const { state, cancelUntil } = changesAt(waiting.booking, await readPolicy(tx), now)
      await addEmail(tx, emailOf(deps, waiting, state === 'changeable' ? cancelUntil : undefined))
    }
    await finishNotice(tx, waiting.notice)
    return true
  })
}

/** Tells whether the notice still says what is true. A later change has a notice of its own. */
function isCurrent({ notice, booking }: WaitingNotice, now: Date) {
  if (booking.startsAt <= now) return false
  if (notice.kind === 'reminder')
    return booking.status === 'booked' && booking.startsAt.getTime() === notice.startsAt.getTime()
  return notice.sequence === booking.sequence && (notice.kind === 'cancelled') === (booking.status === 'cancelled')
}

/** @param cancelUntil until when the patient can cancel it; undefined if they can't any more */
function emailOf(
  { publicUrl, issueToken }: NoticeDeps,
  { notice: { kind }, booking }: WaitingNotice,
  cancelUntil: Date | undefined,
): NoticeEmail {
  const {
    id,
    sequence,
    treatment,
    doctorName,
    date,
    slot,
    startsAt,
    endsAt,
    patient: recipient,
    cancelRefund,
  } = booking
  return {
    kind: `appointment-${kind}`,
    recipient,
    link:
      // In the fragment, the token reaches no server's log and no Referer.
      publicUrl + (kind === 'cancelled' ? pages.appointment : `${pages.yourAppointment}#${issueToken(booking)}`),
    appointment: {
      ...{ id, sequence, treatment, slot },
      ...(doctorName !== null && { doctor: doctorName }),
      date: formatMediumDate(date),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      ...(kind === 'cancelled' && cancelRefund > 0 && { refund: cancelRefund }),
      ...(kind !== 'cancelled' && cancelUntil && { cancelUntil: cancelUntil.toISOString() }),
    },
  }
}
