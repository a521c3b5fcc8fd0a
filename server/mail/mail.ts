import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Db } from '#server/database/db.ts'
import type { MailDetails } from '#server/database/schema/mail.ts'
import { type MailKind, type Sender, writeMessage } from './message.ts'
import { type ClaimedMail, claimMail, deleteOldMail, finishMail, insertMail, postponeMail } from './store.ts'
import type { Transport } from './transport.ts'

const everySoOften = 10_000
const patience = 5_000
const atMostAnHour = 5
// Nobody but who pays can have one written.
const unlimited: MailKind[] = ['receipt']

type Parts = {
  db: Db
  log: FastifyBaseLogger
  sender: Sender
  transport: Transport
  /** Makes the link of a password reset; undefined for an address that has no account. */
  resetLink: (recipient: string) => Promise<string | undefined>
}

/** What others ask for. */
export type MailRequest = { kind: MailKind; recipient: string } & MailDetails

/** Adds a mail to those to be sent; it is as safe then as any other row. Who asks too often for one address is not heard.
 *  @throws when the database can't take it. */
export async function addMail(db: Db, request: MailRequest): Promise<void> {
  const atMost = unlimited.includes(request.kind) ? undefined : atMostAnHour
  await insertMail(db, { ...request, id: uuid() }, atMost)
}

/** Sends the mails that are due, one at a time, and looks every ten seconds for those of other instances and of retries
 *  (docs/decisions/0011). `wake` looks now; `close` waits up to five seconds for the one under way. */
export function startMail({ db, log, sender, transport, resetLink }: Parts) {
  let working: Promise<void> | undefined
  let more = false
  let closed = false

  const write = async ({ kind, recipient, details }: ClaimedMail) => {
    if (kind !== 'password-reset') return writeMessage(kind, details, sender)
    const link = await resetLink(recipient)
    return link === undefined ? undefined : writeMessage(kind, { link }, sender)
  }

  const attempt = async (mail: ClaimedMail) => {
    const { id, kind, attempts } = mail
    try {
      const message = await write(mail)
      if (message) await transport.send({ ...message, id, to: mail.recipient })
    } catch (error) {
      const given = isRefusal(error) || mail.old
      await (given ? finishMail(db, id) : postponeMail(db, id, secondsUntilNext(attempts)))
      // A mail server's words name addresses: only codes are logged.
      const outcome = given ? 'a mail was given up' : 'a mail was not sent yet'
      return log.warn({ mail: id, kind, attempts, ...codesOf(error) }, outcome)
    }
    await finishMail(db, id)
  }

  const work = async () => {
    do {
      more = false
      for (let mail = await claimMail(db); mail; mail = closed ? undefined : await claimMail(db)) await attempt(mail)
    } while (more && !closed)
  }

  const wake = () => {
    if (closed) return
    more = true
    working ??= work()
      .catch((error) => log.warn(codesOf(error), 'mails could not be looked for'))
      .finally(() => {
        working = undefined
      })
  }

  const look = () => {
    deleteOldMail(db).catch((error) => log.warn(codesOf(error), 'old mails could not be forgotten'))
    wake()
  }
  const timer = setInterval(look, everySoOften).unref()
  wake()

  return {
    wake,
    close: async () => {
      closed = true
      clearInterval(timer)
      await Promise.race([working, new Promise((resolve) => setTimeout(resolve, patience).unref())])
      transport.close()
    },
  }
}

/** Ten seconds after the first attempt, twice as long after each other, an hour at most. */
export function secondsUntilNext(attempts: number): number {
  return Math.min(10 * 2 ** (attempts - 1), 3_600)
}

// A permanent reply (RFC 5321, 4.2.1) about the recipient; about anything else the operator can still mend it.
function isRefusal(error: unknown) {
  const { code, responseCode } = codesOf(error)
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
}

function codesOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  if (!(error instanceof Error)) return {}
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === undefined && error.cause ? codesOf(error.cause) : { code, responseCode }
}
