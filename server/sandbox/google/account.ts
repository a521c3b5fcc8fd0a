import { hkdfSync } from 'node:crypto'

/** Where everything of the stand-in is. */
export const mount = '/sandbox/google'

/** The clinic's account at the stand-in, as Google would have given one out. The server must reach itself at `publicUrl`. */
export function standInAccount({ publicUrl, secret }: { publicUrl: string; secret: string }) {
  return {
    discoveryUrl: `${publicUrl}${mount}/.well-known/openid-configuration`,
    clientId: 'clinic',
    clientSecret: Buffer.from(hkdfSync('sha256', secret, '', 'stand-in client', 32)).toString('base64url'),
  }
}
