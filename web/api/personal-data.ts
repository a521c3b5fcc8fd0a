import type { ExportFormat } from '#contract/privacy/personal-data.ts'
import { bearer } from '#web/api/token/token.ts'
import { send } from './http/call.ts'
import { fetchFile } from './http/file.ts'

/** Fetches all data about the signed-in person as a file. */
export const ownData = (format: ExportFormat) => fetchFile(`/api/auth/personal-data?format=${format}`)

/** Fetches all data about the person with this email as a file, for `admin`. */
export async function dataOf(admin: string, email: string, format: ExportFormat): Promise<Blob> {
  const headers = { Authorization: `Bearer ${await bearer(admin)}` }
  return fetchFile(`/user/personalData/${encodeURIComponent(email)}?format=${format}`, { headers })
}

/** Erases the account with this email, which must be the one that is signed in. */
export const postErasure = (email: string) => send('POST /api/auth/erasure', { body: { email } })

/** Erases the account of somebody else, as `admin`. */
export async function postErasureOf(admin: string, email: string): Promise<void> {
  await send('POST /user/erasure/:email', { params: { email }, token: await bearer(admin) })
}
