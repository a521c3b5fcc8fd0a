import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { roles } from '#contract/access/access.ts'
import type { Db } from '#server/database/db.ts'
import type { ErasedValues } from '#server/database/personal-data.ts'
import { account, passkey, session, twoFactor, verification } from '#server/database/schema/auth.ts'
import { mail } from '#server/database/schema/mail.ts'
import { staffInvitation } from '#server/database/schema/staff.ts'
import { user } from '#server/database/schema/user.ts'

/** Returns the id of the account with this email. */
export async function findPersonId(tx: Db, email: string): Promise<string | undefined> {
  const [found] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email))
  return found?.id
}

/** Locks a person's row FOR UPDATE, which waits for a booking under way and makes others wait. Returns undefined if the
 *  account is erased. */
export async function lockPerson(tx: Db, id: string) {
  const [found] = await tx
    .select({ id: user.id, role: user.role, email: user.email })
    .from(user)
    .where(and(eq(user.id, id), isNull(user.erasedAt)))
    .for('update')
  return found
}

/** Replaces a person's name and email by `name` and `email`, and deletes what they sign in with. */
export async function eraseAccount(
  tx: Db,
  person: { id: string; email: string },
  { name, email }: { name: string; email: string },
): Promise<void> {
  const { id } = person
  for (const table of [session, account, passkey, twoFactor]) await tx.delete(table).where(eq(table.userId, id))
  await tx
    .delete(verification)
    .where(or(eq(verification.value, id), inArray(verification.identifier, [id, person.email])))
  const nobody: ErasedValues<'user'> = {
    ...{ name, email, image: null, emailVerified: false },
    ...{ twoFactorEnabled: false, role: roles.patient },
  }
  const now = sql`now()`
  await tx
    .update(user)
    .set({ ...nobody, erasedAt: now, updatedAt: now })
    .where(eq(user.id, id))
}

/** Deletes the invitations of an address to the clinic's staff. */
export async function deleteInvitationsOf(tx: Db, email: string): Promise<void> {
  await tx.delete(staffInvitation).where(eq(staffInvitation.email, email))
}

/** Deletes the record of emails to an address, and those that wait to be sent. */
export async function deleteEmailsTo(tx: Db, recipient: string): Promise<void> {
  await tx.delete(mail).where(eq(mail.recipient, recipient))
}
