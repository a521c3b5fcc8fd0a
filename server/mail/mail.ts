import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/database/db.ts'
import { codesOf, secondsUntilNext } from '#server/jobs/queue.ts'
import { type Sender, writeMessage } from './message.ts'
import { findUnsentMail, finishMail, type UnsentMail } from './store.ts'
import type { Transport } from './transport.ts'

/** Dependencies of the job that sends emails. */
export type MailDeps = {
  db: Db
  log: FastifyBaseLogger
  sender: Sender
  transport: Transport
  /** Makes the link of a password reset; undefined for an address that has no account. */
  resetLink: (recipient: string) => Promise<string | undefined>
}

/** Sends an email unless it is done. Resolves to the wait before the next attempt, if there is to be one: not after a refusal of the recipient, and
 *  not after a day. */
export async function deliverMail(
  deps: MailDeps,
  id: string,
  attempts: number,
): Promise<{ retryInSeconds: number } | undefined> {
  const { db, log, transport } = deps
  const mail = await findUnsentMail(db, id)
  if (!mail) return
  try {
    const message = await write(deps, mail)
    if (message) await transport.send({ ...message, id, to: mail.recipient })
  } catch (error) {
    const isGivenUp = isRefusal(error) || mail.old
    if (isGivenUp) await finishMail(db, id)
    // A mail server's words name addresses: only codes are logged.
    const outcome = isGivenUp ? 'a mail was given up' : 'a mail was not sent yet'
    log.warn({ mail: id, kind: mail.kind, attempts, ...codesOf(error) }, outcome)
    return isGivenUp ? undefined : { retryInSeconds: secondsUntilNext(attempts) }
  }
  await finishMail(db, id)
}

async function write({ sender, resetLink }: MailDeps, { kind, recipient, details }: UnsentMail) {
  if (kind !== 'password-reset') return writeMessage(kind, details, sender)
  const link = await resetLink(recipient)
  return link === undefined ? undefined : writeMessage(kind, { link }, sender)
}

// A permanent reply (RFC 5321, 4.2.1) about the recipient; about anything else the operator can still fix it.
function isRefusal(error: unknown) {
  const { code, responseCode } = codesOf(error)
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}
