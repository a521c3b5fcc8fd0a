import { hkdfSync } from 'node:crypto'

/** Path of the sandbox on the clinic's own server. */
export const basePath = '/sandbox/google'

/** Returns the clinic's client credentials at the sandbox. The server must reach itself at `publicUrl`. */
export function sandboxAccount({ publicUrl, secret }: { publicUrl: string; secret: string }) {
  return {
    discoveryUrl: `${publicUrl}${basePath}/.well-known/openid-configuration`,
    clientId: 'clinic',
    clientSecret: deriveKey(secret, 'stand-in client').toString('base64url'),
  }
}

/** Derives 32 bytes from `secret`, so that all instances have the same keys, also after a restart. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
