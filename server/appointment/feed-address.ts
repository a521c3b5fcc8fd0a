import { openSigner } from '#server/access/signature.ts'

/** Makes and reads the addresses of calendar feeds. The signature is the only credential of an address
 *  (docs/decisions/0034). */
export function openFeedAddresses(secret: string, publicUrl: string, previous?: string) {
  const { sign, isSigned } = openSigner(secret, 'calendar feed', previous)
  return {
    /** Returns the URL of the feed with this id. */
    urlOf: (id: string): string => `${publicUrl}/calendar/feed/${id}.${sign(id)}.ics`,
    /** Returns the id in the last segment of an address; undefined unless this server has made it. */
    read: (file: string): string | undefined => {
      const [, id = '', signature = ''] = /^([0-9a-f-]{36})\.([\w-]+)\.ics$/.exec(file) ?? []
      return isSigned(id, signature) ? id : undefined
    },
  }
}
export type FeedAddresses = ReturnType<typeof openFeedAddresses>
