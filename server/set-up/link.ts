import { createHash, randomBytes } from 'node:crypto'
import { pages } from '#contract/site/pages.ts'
import type { Db } from '#server/database/db.ts'
import { hasAdmin, replaceLink } from './store.ts'

/** Lifetime of a set-up link, in seconds. */
const lifetime = 3_600

/** Makes a link by which the first admin is made, once and within an hour, and which replaces earlier ones. Returns
 *  undefined if the clinic has an admin. */
export async function makeSetupLink(db: Db, publicUrl: string): Promise<string | undefined> {
  if (await hasAdmin(db)) return undefined
  const token = randomBytes(24).toString('base64url')
  await replaceLink(db, hashOf(token), lifetime)
  return `${publicUrl}${pages.setup}#token=${token}`
}

/** Returns the hash by which a token is stored. It needs no salt: the token is random. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
