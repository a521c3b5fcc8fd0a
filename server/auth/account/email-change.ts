import { z } from 'zod'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { openSigner } from '#server/access/signature.ts'
import type { AuditActor } from '#server/audit/audit.ts'
import { appendAudit } from '#server/audit/store.ts'
import type { Db } from '#server/database/db.ts'
import { isEmailTaken, updateEmail } from './store.ts'

const contents = z.tuple([z.string(), z.string(), z.string(), z.number()])

/** A new email of an account, which counts once its owner opens the link before `until` (Unix ms). */
export type EmailChange = { userId: string; former: string; email: string; until: number }

/** Issues and reads the tokens of links that confirm the new email of an account. */
export function openEmailTokens(secret: string, previous?: string) {
  const { sign, isSigned } = openSigner(secret, 'new email', previous)
  return {
    issue: ({ userId, former, email, until }: EmailChange): string => {
      const payload = Buffer.from(JSON.stringify([userId, former, email, until])).toString('base64url')
      return `${sign(payload)}.${payload}`
    },
    /** Returns what a token says; undefined unless this server has issued it. */
    read: (token: string): EmailChange | undefined => {
      const [signature = '', payload = '', ...more] = token.split('.')
      if (more.length > 0 || !isSigned(payload, signature)) return undefined
      const [userId, former, email, until] = contents.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      return { userId, former, email, until }
    },
  }
}
export type EmailTokens = ReturnType<typeof openEmailTokens>

/** Gives an account its new email, which is confirmed thereby, and signs it out everywhere: a session names the former
 *  one. The database refuses an email that another account has. */
export function changeEmail(
  db: Db,
  change: EmailChange | undefined,
  { now, ip }: { now: Date; ip: string },
): Promise<Outcome<EmailChange, 'invalid-link' | 'email-taken'>> {
  return db.transaction(async (tx) => {
    if (!change || change.until < now.getTime()) return refused('invalid-link')
    const { userId, former, email } = change
    if (await isEmailTaken(tx, email)) return refused('email-taken')
    const patientIds = await updateEmail(tx, change)
    if (!patientIds) return refused('invalid-link')
    const actor: AuditActor = { userId, actor: former, ip }
    await appendAudit(tx, { ...actor, action: 'change-email', target: email, personIds: [userId, ...patientIds] })
    return { ok: true as const, ...change }
  })
}
