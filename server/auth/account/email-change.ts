import { v4 as randomUuid } from 'uuid'
import { z } from 'zod'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { openSignedTokens } from '#server/access/signature.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import { transact } from '#server/database/pool/transact.ts'
import { hasAccount } from '../store.ts'
import { deleteEmailChange, lockEmailChange, replaceEmailChange } from './email-change-store.ts'
import { updateEmail } from './store.ts'

const lifetimeMs = 86_400_000

/** Issues and reads the tokens of links that confirm the new email of an account. A token signs the id of the
 *  change. */
export function openEmailTokens(secret: string, previous?: string) {
  const { issue, read } = openSignedTokens({ secret, previous }, 'email change', z.tuple([z.uuid()]))
  return {
    issue: (id: string): string => issue([id]),
    /** Returns the id in a token; undefined unless this server has issued it. */
    read: (token: string): string | undefined => read(token)?.[0],
  }
}
export type EmailTokens = ReturnType<typeof openEmailTokens>

/** Notes that an account asks for a new email, which counts once its owner opens the link there within a day. Returns
 *  the id for the link. */
export function askEmailChange(db: Db, actor: AuditActor, email: string, now: Date): Promise<string> {
  const { userId } = actor
  return db.transaction(async (tx) => {
    const id = randomUuid()
    await replaceEmailChange(tx, { userId, id, email, expiresAt: new Date(now.getTime() + lifetimeMs) })
    await appendAudit(tx, { ...actor, action: 'ask-email-change', target: email, personIds: [userId] })
    return id
  })
}

/** Withdraws the new email that an account asked for, if there is one. Its link ends. */
export async function withdrawEmailChange(db: Db, actor: AuditActor): Promise<void> {
  const { userId } = actor
  await db.transaction(async (tx) => {
    const change = await deleteEmailChange(tx, userId)
    if (change)
      await appendAudit(tx, { ...actor, action: 'withdraw-email-change', target: change.email, personIds: [userId] })
  })
}

type ChangeRefusal = 'invalid-link' | 'other-account' | 'email-taken'

/** Gives the account of `actor` the new email of a link, which is confirmed thereby, and signs it out everywhere: a
 *  session names the former one. The link works for the account that asked only: whoever reads the new address and is
 *  signed in to no account, or to another, changes nothing. The database refuses an email that another account has. */
export function changeEmail(
  db: Db,
  actor: AuditActor,
  changeId: string | undefined,
  now: Date,
): Promise<Outcome<object, ChangeRefusal>> {
  const changed = transact(db, async (tx): Promise<Outcome<object, ChangeRefusal>> => {
    const change = changeId === undefined ? undefined : await lockEmailChange(tx, changeId)
    if (!change || change.expiresAt <= now) return refused('invalid-link')
    const { userId, email } = change
    if (userId !== actor.userId) return refused('other-account')
    if (await hasAccount(tx, email)) return refused('email-taken')
    const patientIds = await updateEmail(tx, { userId, former: actor.actor, email })
    if (!patientIds) return refused('invalid-link')
    await deleteEmailChange(tx, userId)
    await appendAudit(tx, { ...actor, action: 'change-email', target: email, personIds: [userId, ...patientIds] })
    return { ok: true }
  })
  return changed.catch(refusedIfTaken)
}

// Somebody signed up with it, or another account took it, at the same time.
function refusedIfTaken(error: unknown) {
  if ((error as { cause?: { constraint?: unknown } }).cause?.constraint !== 'user_email_once') throw error
  return refused('email-taken')
}
