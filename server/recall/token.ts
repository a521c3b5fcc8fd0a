import { z } from 'zod'
import { openSignedTokens } from '#server/access/signature.ts'

const contents = z.union([z.tuple([z.uuid(), z.string(), z.string()]), z.tuple([z.uuid(), z.string()])])

/** The recall that an invitation is about, its patient, and for whom the link is
 *  (server/patient/tie/link-key-store.ts). Links of earlier releases have no `key`. */
export type InvitedIds = { id: string; patientId: string; key: string | undefined }

/** Issues and reads the tokens of links in invitations to come back (docs/decisions/0034). */
export function openRecallTokens(secret: string, previous?: string) {
  const { issue, read } = openSignedTokens({ secret, previous }, 'recall link', contents)
  return {
    issue: ({ id, patientId, key }: InvitedIds & { key: string }): string => issue([id, patientId, key]),
    /** Returns the ids in a token; undefined unless this server has issued it. */
    read: (token: string): InvitedIds | undefined => {
      const [id, patientId, key] = read(token) ?? []
      return id === undefined || patientId === undefined ? undefined : { id, patientId, key }
    },
  }
}
export type RecallTokens = ReturnType<typeof openRecallTokens>
