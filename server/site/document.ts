import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import negotiator from '@fastify/accept-negotiator'
import { pagePolicy, permissionsPolicy, type Sources } from '../http/security.ts'

const ways = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Way = keyof typeof ways

/** A document ready to be sent: what it is called in caches, what it may load, and its bytes in the encoding that a browser takes,
 *  packed once for all who ask. */
export type Document = {
  etag: string
  policy: string
  permissions: string
  bytes: (accepted: string | undefined) => Promise<{ content: Buffer; encoding?: Way }>
}

/** The document of `html`, which may load what `also` names beside the site's own. */
export function documentOf(html: string, https: boolean, also: Sources): Document {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g)
  const content = Buffer.from(html)
  const packed = new Map<Way, Promise<Buffer>>()
  const pack = (way: Way) => {
    const known = packed.get(way) ?? ways[way](content)
    packed.set(way, known)
    return known
  }
  return {
    // Weak: it stands for the document in every encoding.
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`,
    policy: pagePolicy(
      [...scripts].map(([, code = '']) => hashOf(code)),
      https,
      also,
    ),
    permissions: permissionsPolicy(also),
    bytes: async (accepted) => {
      const encoding = accepted === undefined ? null : negotiator.negotiate(accepted, ['br', 'gzip'])
      return isWay(encoding) ? { content: await pack(encoding), encoding } : { content }
    },
  }
}

function isWay(encoding: string | null): encoding is Way {
  return encoding !== null && encoding in ways
}

// https://www.w3.org/TR/CSP3/#grammardef-hash-source
function hashOf(code: string) {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}
