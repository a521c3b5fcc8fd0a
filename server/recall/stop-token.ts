import { z } from 'zod'
import { openSignedTokens } from '#server/access/signature.ts'

const contents = z.tuple([z.string(), z.string(), z.string()])

/** Whose invitations a link stops: the patient, for whom the link is (server/patient/tie/link-key-store.ts), and the
 *  address that it was sent to, as a hash. */
export type StoppedBy = { patientId: string; key: string; addressHash: string }

/** Issues and reads the tokens that stop invitations to come back. They have no end and permit nothing else, so that
 *  they may be in an address that servers log (RFC 8058). */
export function openStopTokens(secret: string, previous?: string) {
  const { issue, read } = openSignedTokens({ secret, previous }, 'recall stop', contents)
  return {
    issue: ({ patientId, key, addressHash }: StoppedBy): string => issue([patientId, key, addressHash]),
    /** Returns what a token signs; undefined unless this server has issued it. */
    read: (token: string): StoppedBy | undefined => {
      const [patientId, key, addressHash] = read(token) ?? []
      if (patientId === undefined || key === undefined || addressHash === undefined) return undefined
      return { patientId, key, addressHash }
    },
  }
}
export type StopTokens = ReturnType<typeof openStopTokens>
