import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import negotiator from '@fastify/accept-negotiator'
import { pagePolicy, permissionsPolicy, type Sources } from '../http/security.ts'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof compressors

/** An HTML document with its headers. `policy` is its Content-Security-Policy, `permissions` its Permissions-Policy. `encode` returns the
 *  body in the best encoding for an Accept-Encoding header and compresses it only once. */
export type Document = {
  etag: string
  policy: string
  permissions: string
  encode: (accepted: string | undefined) => Promise<{ body: Buffer; encoding?: Encoding }>
}

/** Creates the document of `html`. `sources` are the external sources that it may load. */
export function createDocument(html: string, https: boolean, sources: Sources): Document {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g)
  const body = Buffer.from(html)
  const cache = new Map<Encoding, Promise<Buffer>>()
  const compress = (encoding: Encoding) => {
    const compressed = cache.get(encoding) ?? compressors[encoding](body)
    cache.set(encoding, compressed)
    return compressed
  }
  return {
    // Weak, because it identifies the document in every encoding.
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`,
    policy: pagePolicy(
      [...scripts].map(([, code = '']) => hashOf(code)),
      https,
      sources,
    ),
    permissions: permissionsPolicy(sources),
    encode: async (accepted) => {
      const encoding = accepted === undefined ? null : negotiator.negotiate(accepted, ['br', 'gzip'])
      return isEncoding(encoding) ? { body: await compress(encoding), encoding } : { body }
    },
  }
}

function isEncoding(name: string | null): name is Encoding {
  return name !== null && name in compressors
}

// https://www.w3.org/TR/CSP3/#grammardef-hash-source
function hashOf(code: string) {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}
