import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { twoFactor } from '#server/database/schema/auth.ts'

/** Encrypts the secrets of authenticator apps and their recovery codes with the current secret, if the previous one
 *  encrypted them. Returns how many accounts changed. A row that changes meanwhile is left alone. */
export async function renewEncryption(db: Db, { current, previous }: { current: string; previous: string }) {
  const { id, secret, backupCodes } = twoFactor
  let count = 0
  for (const row of await db.select({ id, secret, backupCodes }).from(twoFactor)) {
    if (await isEncryptedWith(current, row.secret)) continue
    const renew = async (data: string) =>
      symmetricEncrypt({ key: current, data: await symmetricDecrypt({ key: previous, data }) })
    const renewed = { secret: await renew(row.secret), backupCodes: await renew(row.backupCodes) }
    const isSame = and(eq(id, row.id), eq(secret, row.secret), eq(backupCodes, row.backupCodes))
    count += (await db.update(twoFactor).set(renewed).where(isSame).returning({ id })).length
  }
  return count
}

async function isEncryptedWith(key: string, data: string): Promise<boolean> {
  return symmetricDecrypt({ key, data }).then(
    () => true,
    () => false,
  )
}
