import { z } from 'zod'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { openSignedTokens } from '#server/access/signature.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import { hasAccount } from '../store.ts'
import { updateEmail } from './store.ts'

/** A new email of an account, which counts once its owner opens the link before `until` (Unix ms). */
const emailChange = z.object({ userId: z.string(), former: z.string(), email: z.string(), until: z.number() })
export type EmailChange = z.infer<typeof emailChange>

/** Issues and reads the tokens of links that confirm the new email of an account. */
export const openEmailTokens = (secret: string, previous?: string) =>
  openSignedTokens({ secret, previous }, 'new email', emailChange)
export type EmailTokens = ReturnType<typeof openEmailTokens>

/** Gives an account its new email, which is confirmed thereby, and signs it out everywhere: a session names the former
 *  one. The database refuses an email that another account has. */
export function changeEmail(
  db: Db,
  change: EmailChange | undefined,
  { now, ip }: { now: Date; ip: string },
): Promise<Outcome<EmailChange, 'invalid-link' | 'email-taken'>> {
  const changed = db.transaction(async (tx): Promise<Outcome<EmailChange, 'invalid-link' | 'email-taken'>> => {
    if (!change || change.until < now.getTime()) return refused('invalid-link')
    const { userId, former, email } = change
    if (await hasAccount(tx, email)) return refused('email-taken')
    const patientIds = await updateEmail(tx, change)
    if (!patientIds) return refused('invalid-link')
    const actor: AuditActor = { userId, actor: former, ip }
    await appendAudit(tx, { ...actor, action: 'change-email', target: email, personIds: [userId, ...patientIds] })
    return { ok: true, ...change }
  })
  return changed.catch(refusedIfTaken)
}

// Somebody signed up with it, or another account took it, at the same time.
function refusedIfTaken(error: unknown) {
  if ((error as { cause?: { constraint?: unknown } }).cause?.constraint !== 'user_email_once') throw error
  return refused('email-taken')
}
