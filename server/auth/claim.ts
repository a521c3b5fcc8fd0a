import { z } from 'zod'
import type { Db } from '#server/database/db.ts'
import { findUnclaimed, updateLink } from './claim-store.ts'
import { type AuthCall, resetPrefix } from './weak/refuse-weak.ts'

const claim = z.tuple([z.literal('patient'), z.string(), z.string()])
const link = z.object({ token: z.string() })

/** Returns what a link by which a patient makes an account has in the place of a user's id. It names the email, so that
 *  the link ends when the patient gets another. */
export const claimOf = (patientId: string, email: string) => JSON.stringify(['patient', patientId, email])

/** Returns the account that a link is to make; undefined if it is for an account, or no longer valid. It has the first
 *  part of the email as its name: the address may be mistyped, and whoever reads it learns nothing of the patient. */
export async function findClaimed(db: Db, value: string): Promise<{ email: string; name: string } | undefined> {
  const [, id, email] = claim.safeParse(parse(value)).data ?? []
  if (id === undefined || email === undefined) return undefined
  const found = await findUnclaimed(db, { id, email })
  return found && { email, name: email.split('@')[0] ?? email }
}

/** Makes the account of a patient's link before Better Auth sets its password. Its email counts as confirmed
 *  afterwards, so that its owner can reach the record (server/patient/tie/own-record.ts). */
export function makeClaimedAccount(db: Db) {
  return async ({ path, body, context: { internalAdapter } }: AuthCall): Promise<undefined> => {
    const token = path === '/reset-password' ? link.safeParse(body).data?.token : undefined
    const found = token === undefined ? null : await internalAdapter.findVerificationValue(resetPrefix + token)
    const claimed = found && (await findClaimed(db, found.value))
    if (!found || !claimed || found.expiresAt < new Date()) return undefined
    // Somebody may have signed up with the address since; the link proves whose it is.
    const known = () => internalAdapter.findUserByEmail(claimed.email)
    if (!(await known()))
      await internalAdapter
        .createUser({ ...claimed, emailVerified: false }, { method: 'email-password' })
        .catch(async (error: unknown) => {
          // The link was opened twice at the same time.
          if (!(await known())) throw error
        })
    const id = (await known())?.user.id
    if (id !== undefined) await updateLink(db, found.id, id)
    return undefined
  }
}

function parse(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
