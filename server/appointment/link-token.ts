import { z } from 'zod'
import { openSigner } from '#server/access/signature.ts'

const contents = z.tuple([z.uuid(), z.string()])

/** The appointment that a link is about, and its patient. */
export type LinkedIds = { id: string; patientId: string }

/** Issues and reads the tokens of links in emails about appointments. A token is a signature and what it signs: the ids
 *  of the appointment and its patient. It stays valid while both exist. */
export function openLinkTokens(secret: string, previous?: string) {
  const { sign, isSigned } = openSigner(secret, 'appointment link', previous)
  return {
    issue: ({ id, patientId }: LinkedIds): string => {
      const payload = Buffer.from(JSON.stringify([id, patientId])).toString('base64url')
      // The payload comes last: it ends in a letter or digit. Email apps leave other characters out of the links that
      // they find in plain text.
      return `${sign(payload)}.${payload}`
    },
    /** Returns the ids in a token; undefined unless this server has issued it. */
    read: (token: string): LinkedIds | undefined => {
      const [signature = '', payload = '', ...more] = token.split('.')
      if (more.length > 0 || !isSigned(payload, signature)) return undefined
      const [id, patientId] = contents.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      return { id, patientId }
    },
  }
}
export type LinkTokens = ReturnType<typeof openLinkTokens>
