import { z } from 'zod'
import { openSignedTokens } from '#server/access/signature.ts'

const contents = z.union([z.tuple([z.uuid(), z.string()]), z.tuple([z.uuid()])])

/** Issues and reads the tokens of links in offers of earlier times, which sign the id of the offer and for whom the
 *  link is (server/patient/tie/link-key-store.ts). Links of earlier releases have no `key`. */
export function openOfferTokens(secret: string, previous?: string) {
  const { issue, read } = openSignedTokens({ secret, previous }, 'waiting list offer', contents)
  return {
    issue: (offerId: string, key: string): string => issue([offerId, key]),
    /** Returns what a token signs; undefined unless this server has issued it. */
    read: (token: string): { id: string; key: string | undefined } | undefined => {
      const [id, key] = read(token) ?? []
      return id === undefined ? undefined : { id, key }
    },
  }
}
export type OfferTokens = ReturnType<typeof openOfferTokens>
