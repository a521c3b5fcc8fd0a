import { eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { verification } from '#server/database/schema/auth.ts'
import { mail } from '#server/database/schema/mail.ts'
import { staffInvitation } from '#server/database/schema/staff.ts'
import { user } from '#server/database/schema/user.ts'

/** Returns the id of the account with this email. */
export async function findPersonId(tx: Db, email: string): Promise<string | undefined> {
  const [found] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email))
  return found?.id
}

/** Locks an account FOR UPDATE. Returns undefined if it is erased. */
export async function lockPerson(tx: Db, id: string) {
  const [found] = await tx
    .select({ id: user.id, role: user.role, email: user.email })
    .from(user)
    .where(eq(user.id, id))
    .for('update')
  return found
}

/** Deletes an account and all that it signs in with. */
export async function deleteAccount(tx: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await tx.delete(verification).where(or(eq(verification.value, id), inArray(verification.identifier, [id, email])))
  await tx.delete(user).where(eq(user.id, id))
}

/** Deletes the invitations of an address to the clinic's staff. */
export async function deleteInvitationsOf(tx: Db, email: string): Promise<void> {
  await tx.delete(staffInvitation).where(eq(staffInvitation.email, email))
}

/** Deletes the record of emails to an address, and those that wait to be sent. */
export async function deleteEmailsTo(tx: Db, recipient: string): Promise<void> {
  await tx.delete(mail).where(eq(mail.recipient, recipient))
}
