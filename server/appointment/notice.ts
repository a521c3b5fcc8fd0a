import { changesAt } from '#contract/booking/patient-changes.ts'
import type { ClinicData } from '#contract/clinic.ts'
import { formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { pages } from '#contract/site/pages.ts'
import { type ByHand, readByHand } from '#server/booking/money-by-hand-store.ts'
import { balanceOf } from '#server/booking/store.ts'
import { readPolicy } from '#server/calendar/store.ts'
import type { Db } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { addMail, emails } from '#server/mail/jobs.ts'
import type { MailRequest } from '#server/mail/store.ts'
import { contactFor, isCalled } from '#server/patient/contact-store.ts'
import { phoneKey } from '#server/patient/tie/link-key-store.ts'
import { addText, texts } from '#server/text-message/send.ts'
import { hasText } from '#server/text-message/store.ts'
import { textOf } from '#server/text-message/words.ts'
import type { LinkTokens } from './link-token.ts'
import { finishNotice, lockWaitingNotice, type WaitingNotice } from './notice-store.ts'
import { addCallAnyway } from './patient-call-store.ts'
import { addDueReminders } from './reminder-store.ts'

export type NoticeDeps = {
  db: Db
  clock: () => Date
  publicUrl: string
  linkTokens: LinkTokens
  jobs: Jobs
  clinic: () => Promise<ClinicData>
}

/** Adds the emails of all notices that wait, and of reminders that are due. Each notice becomes one email at most,
 *  whatever fails or runs at the same time. Stops after the current one once `signal` is aborted. */
export async function sendNotices(deps: NoticeDeps, signal: AbortSignal): Promise<void> {
  await addDueReminders(deps.db, deps.clock())
  while (!signal.aborted && (await sendOne(deps)));
  deps.jobs.wake(emails)
  deps.jobs.wake(texts)
}

function sendOne(deps: NoticeDeps): Promise<boolean> {
  const { db, clock } = deps
  return db.transaction(async (tx) => {
    const waiting = await lockWaitingNotice(tx)
    if (!waiting) return false
    const now = clock()
    if (isCurrent(waiting, now)) {
      const { state, cancelUntil } = changesAt(waiting.booking, await readPolicy(tx), now)
      const byHand = (await readByHand(tx, [waiting.booking]))(waiting.booking)
      const changes = { cancelUntil: state === 'changeable' ? cancelUntil : undefined, byHand }
      await tell(tx, deps, waiting, emailOf(deps, waiting, changes))
    }
    await finishNotice(tx, waiting.notice)
    return true
  })
}

/** Tells a patient in the way in which they are reached. If a text message has failed and no email reaches them, they
 *  are called about what staff have changed. */
async function tell(
  tx: Db,
  { jobs, clinic, publicUrl, linkTokens }: NoticeDeps,
  { notice, booking }: WaitingNotice,
  email: MailRequest,
) {
  const { bookingId, kind, message } = notice
  const isChange = kind !== 'booked' && kind !== 'reminder'
  const textFailed = await hasText(tx, notice)
  const contact = await contactFor(tx, booking, isChange ? 'change' : 'appointment', { textFailed })
  if (contact.means === 'sms') {
    const { sequence, hoursBefore } = notice
    const phone = contact.address
    const { patientId, startsAt } = booking
    const { link } = linkOf({ publicUrl, linkTokens }, booking, { kind, key: phoneKey(phone) })
    const body = textOf({ kind, startsAt, link }, await clinic())
    await addText(tx, jobs, { bookingId, kind, sequence, hoursBefore, patientId, startsAt, phone, body })
    return
  }
  if (contact.means === 'email') await addMail(tx, jobs, { ...email, recipient: contact.address })
  else if (textFailed && isChange && isCalled(contact))
    await addCallAnyway(tx, { bookingId, kind, message, from: { date: booking.date, slot: booking.slot } })
}

/** What a notice says, and of which appointment. */
type Noticed = Omit<WaitingNotice, 'notice' | 'isOvertaken'> & {
  notice: Pick<WaitingNotice['notice'], 'kind' | 'message'>
}

/** Tells whether the notice still says what is true. A later change has a notice of its own. */
function isCurrent({ notice, booking, isOvertaken }: WaitingNotice, now: Date) {
  if (booking.startsAt <= now || isOvertaken) return false
  if (notice.kind === 'reminder')
    return booking.status === 'booked' && booking.startsAt.getTime() === notice.startsAt.getTime()
  return notice.sequence === booking.sequence && (notice.kind === 'cancelled') === (booking.status === 'cancelled')
}

/** Returns the link of a message: to the appointment, or to book another one if it is cancelled. */
function linkOf(
  { publicUrl, linkTokens }: Pick<NoticeDeps, 'publicUrl' | 'linkTokens'>,
  booking: WaitingNotice['booking'],
  { kind, key }: { kind: WaitingNotice['notice']['kind']; key: string },
): { link: string; token: string | undefined } {
  if (kind === 'cancelled') return { link: publicUrl + pages.appointment, token: undefined }
  const token = linkTokens.issue({ ...booking, key })
  // In the fragment, the token reaches no server's log and no Referer.
  return { link: `${publicUrl}${pages.yourAppointment}#${token}`, token }
}

/** Returns the email of a notice.
 *  @param cancelUntil until when the patient can cancel it; undefined if they can't any more */
export function emailOf(
  { publicUrl, linkTokens }: Pick<NoticeDeps, 'publicUrl' | 'linkTokens'>,
  { notice: { kind, message }, booking, recipient, key, isNamed }: Noticed,
  { cancelUntil, byHand }: { cancelUntil: Date | undefined; byHand: ByHand },
): MailRequest {
  const { id, sequence, treatment, doctorName, date, slot, startsAt, endsAt, patientName, cancelRefundCents } = booking
  const { priceCents: price } = booking
  const { owed } = balanceOf(booking)
  const { link, token } = linkOf({ publicUrl, linkTokens }, booking, { kind, key })
  return {
    kind: `appointment-${kind}`,
    recipient,
    link,
    appointment: {
      ...{ id, sequence, treatment, slot },
      ...(message !== '' && { message }),
      ...(doctorName !== null && { doctor: doctorName }),
      ...(isNamed && { patientName }),
      date: formatMediumDate(date),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      ...(kind === 'cancelled' &&
        cancelRefundCents > 0 && { refund: cancelRefundCents, refundAtDesk: byHand.cancelled }),
      ...(token !== undefined && { price, owed }),
      ...(token !== undefined && owed > 0 && { payLink: `${publicUrl}${pages.payAppointment}#${token}` }),
      ...(kind !== 'cancelled' && cancelUntil && { cancelUntil: cancelUntil.toISOString() }),
    },
  }
}
