import { z } from 'zod'
import { openSignedTokens } from '#server/access/signature.ts'

const contents = z.tuple([z.uuid(), z.string()])

/** The appointment that a link is about, and its patient. */
export type LinkedIds = { id: string; patientId: string }

/** Issues and reads the tokens of links in emails about appointments, which sign the ids of the appointment and its
 *  patient. A token stays valid while both exist. */
export function openLinkTokens(secret: string, previous?: string) {
  const { issue, read } = openSignedTokens({ secret, previous }, 'appointment link', contents)
  return {
    issue: ({ id, patientId }: LinkedIds): string => issue([id, patientId]),
    /** Returns the ids in a token; undefined unless this server has issued it. */
    read: (token: string): LinkedIds | undefined => {
      const [id, patientId] = read(token) ?? []
      return id === undefined || patientId === undefined ? undefined : { id, patientId }
    },
  }
}
export type LinkTokens = ReturnType<typeof openLinkTokens>
