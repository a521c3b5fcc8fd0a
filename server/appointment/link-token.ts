import { z } from 'zod'
import { openSignedTokens } from '#server/access/signature.ts'

const contents = z.union([z.tuple([z.uuid(), z.string(), z.string()]), z.tuple([z.uuid(), z.string()])])

/** The appointment that a link is about, its patient, and for whom the link is
 *  (server/patient/tie/link-key-store.ts). */
export type Linked = { id: string; patientId: string; key: string }

/** The same as a token says it. Links of earlier releases have no `key`. */
export type LinkedIds = { id: string; patientId: string; key: string | undefined }

/** Issues and reads the tokens of links in messages about appointments. A token stays the same after a move. It ends
 *  with the tie or the address of its recipient, and some time after the appointment. */
export function openLinkTokens(secret: string, previous?: string) {
  const { issue, read } = openSignedTokens({ secret, previous }, 'appointment link', contents)
  return {
    issue: ({ id, patientId, key }: Linked): string => issue([id, patientId, key]),
    /** Returns what a token signs; undefined unless this server has issued it. */
    read: (token: string): LinkedIds | undefined => {
      const [id, patientId, key] = read(token) ?? []
      return id === undefined || patientId === undefined ? undefined : { id, patientId, key }
    },
  }
}
export type LinkTokens = ReturnType<typeof openLinkTokens>
