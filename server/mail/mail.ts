import type { FastifyBaseLogger } from 'fastify'
import type { EmailResult } from '#contract/patient/email.ts'
import type { Db } from '#server/database/db.ts'
import type { MailAppointment, MailOffer, MailRecall } from '#server/database/schema/mail.ts'
import { codesOf, secondsUntilNext } from '#server/jobs/queue.ts'
import { isAppointmentMail } from './message/appointment.ts'
import { isPasswordMail, type Message, type PasswordMailKind, type Sender, writeMessage } from './message/message.ts'
import { findUnsentMail, finishMail, type UnsentMail } from './store.ts'
import type { Transport } from './transport.ts'

/** Dependencies of the jobs that send emails. */
export type MailDeps = {
  db: Db
  log: FastifyBaseLogger
  /** Returns the clinic as it is now. */
  sender: () => Promise<Sender>
  transport: Transport
  /** Creates the link of an email to set a password. Resolves to undefined for an email without an account. */
  passwordLink: (kind: PasswordMailKind, recipient: string) => Promise<string | undefined>
  /** Returns whether a reminder of this appointment, whose email was added at that instant, is still right. */
  isReminderDue: (appointment: MailAppointment, addedAt: Date) => Promise<boolean>
  /** Returns the link and the text of an invitation to come back; undefined if it is no longer right. */
  invitation: (recallId: string, recipient: string) => Promise<{ link: string; recall: MailRecall } | undefined>
  /** Returns whether the offer of an earlier time can still be taken. */
  isOfferCurrent: (offer: MailOffer) => Promise<boolean>
  /** Called after each attempt to send an email. */
  onAttempt: (outcome: MailOutcome) => void
}

/** Outcome of an attempt. `kept`: in the outbox. `undeliverable`: no further attempt follows. */
export type MailOutcome = 'sent' | 'kept' | 'postponed' | 'undeliverable'

/** Sends an email unless it is done. Resolves to the delay before the next attempt after a failure, except if the mail
 *  server refused the recipient or the email has waited too long. */
export async function deliverMail(
  deps: MailDeps,
  id: string,
  attempts: number,
): Promise<{ retryInSeconds: number } | undefined> {
  const { db, log, transport } = deps
  let result: EmailResult = 'outdated'
  const mail = await findUnsentMail(db, id)
  if (!mail) return
  try {
    const sender = await deps.sender()
    const message = await write(deps, sender, mail)
    if (message) {
      const from = { name: sender.clinic.name, address: sender.mailFrom }
      result = await transport.send({ ...message, id, from, to: mail.recipient })
      deps.onAttempt(result)
    }
  } catch (error) {
    const isRefused = isRecipientRefused(error)
    const isFinal = isRefused || mail.isExpired
    if (isFinal) await finishMail(db, id, isRefused ? 'refused' : 'expired')
    deps.onAttempt(isFinal ? 'undeliverable' : 'postponed')
    // Only codes are logged, because a mail server's messages contain email addresses.
    const outcome = isFinal ? 'an email could not be delivered' : 'an email was not sent yet'
    log.warn({ mail: id, kind: mail.kind, attempts, ...codesOf(error) }, outcome)
    return isFinal ? undefined : { retryInSeconds: secondsUntilNext(attempts) }
  }
  await finishMail(db, id, result)
}

async function write(
  deps: MailDeps,
  sender: Sender,
  { kind, recipient, details, createdAt, isForLiving }: UnsentMail,
): Promise<Message | undefined> {
  if (!isForLiving) return undefined
  if (isPasswordMail(kind)) {
    const link = await deps.passwordLink(kind, recipient)
    return link === undefined ? undefined : writeMessage(kind, { link }, sender)
  }
  const { appointment, offer, recallId } = details
  if (recallId !== undefined) {
    const invitation = await deps.invitation(recallId, recipient)
    return invitation && writeMessage(kind, invitation, sender)
  }
  // The email may have waited for the mail server.
  if (offer && !(await deps.isOfferCurrent(offer))) return undefined
  if (!appointment || appointment.id === '' || !isAppointmentMail(kind)) return writeMessage(kind, details, sender)
  if (kind === 'appointment-reminder' && !(await deps.isReminderDue(appointment, createdAt))) return undefined
  // Imported on first use: most starts of the server send no such email.
  const { invitationFile } = await import('#server/icalendar/icalendar.ts')
  const calendar = invitationFile(appointment, kind === 'appointment-cancelled', recipient, sender)
  return { ...writeMessage(kind, details, sender), calendar }
}

// A permanent error (RFC 5321, 4.2.1) about the recipient. The operator can fix any other error before the next
// attempt.
function isRecipientRefused(error: unknown) {
  const { code, responseCode } = codesOf(error)
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
