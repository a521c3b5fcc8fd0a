import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const prefix = 'sealed.1'

/** Encrypts secrets that are stored, with a key of the server's secret, and decrypts those that this one or the
 *  `previous` one encrypted. `name` is authenticated: what is sealed as one setting can't be opened as another. */
export function openSeal(secret: string, previous?: string) {
  const keyOf = (from: string) => Buffer.from(hkdfSync('sha256', from, '', 'settings of outside services', 32))
  const current = keyOf(secret)
  const former = previous === undefined ? undefined : keyOf(previous)
  return {
    seal: (name: string, text: string): string => {
      const iv = randomBytes(12)
      const cipher = createCipheriv(algorithm, current, iv).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [prefix, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
    },
    /** Returns the text, and whether the previous secret sealed it; undefined if neither did. */
    open: (name: string, sealed: string): { text: string; isOld: boolean } | undefined => {
      const text = decrypt(current, name, sealed)
      if (text !== undefined) return { text, isOld: false }
      const old = former && decrypt(former, name, sealed)
      return old === undefined ? undefined : { text: old, isOld: true }
    },
  }
}
export type Seal = ReturnType<typeof openSeal>

function decrypt(key: Buffer, name: string, sealed: string): string | undefined {
  const [iv = '', tag = '', text = '', ...more] = sealed.startsWith(`${prefix}.`)
    ? sealed.slice(prefix.length + 1).split('.')
    : []
  if (more.length > 0) return undefined
  try {
    const decipher = createDecipheriv(algorithm, key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(name)).setAuthTag(Buffer.from(tag, 'base64url'))
    return decipher.update(Buffer.from(text, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
