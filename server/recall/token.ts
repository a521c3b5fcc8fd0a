import { z } from 'zod'
import { openSignedTokens } from '#server/access/signature.ts'

const contents = z.tuple([z.uuid(), z.string()])

/** The recall that an invitation is about, and its patient. */
export type InvitedIds = { id: string; patientId: string }

/** Issues and reads the tokens of links in invitations to come back, which sign the ids of the recall and its patient
 *  (docs/decisions/0034). */
export function openRecallTokens(secret: string, previous?: string) {
  const { issue, read } = openSignedTokens({ secret, previous }, 'recall link', contents)
  return {
    issue: ({ id, patientId }: InvitedIds): string => issue([id, patientId]),
    /** Returns the ids in a token; undefined unless this server has issued it. */
    read: (token: string): InvitedIds | undefined => {
      const [id, patientId] = read(token) ?? []
      return id === undefined || patientId === undefined ? undefined : { id, patientId }
    },
  }
}
export type RecallTokens = ReturnType<typeof openRecallTokens>
