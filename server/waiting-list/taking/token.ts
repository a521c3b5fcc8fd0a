import { z } from 'zod'
import { openSignedTokens } from '#server/access/signature.ts'

/** Issues and reads the tokens of links in offers of earlier times, which sign the id of the offer. */
export function openOfferTokens(secret: string, previous?: string) {
  const { issue, read } = openSignedTokens({ secret, previous }, 'waiting list offer', z.tuple([z.uuid()]))
  return {
    issue: (offerId: string): string => issue([offerId]),
    /** Returns the id in a token; undefined unless this server has issued it. */
    read: (token: string): string | undefined => read(token)?.[0],
  }
}
export type OfferTokens = ReturnType<typeof openOfferTokens>
