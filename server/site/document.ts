import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import negotiator from '@fastify/accept-negotiator'
import { etagOf } from '#server/http/etag.ts'
import { pagePolicy, permissionsPolicy, type Sources } from '../http/security.ts'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** A body with its Content-Encoding; none if it is not compressed. */
export type Encoded = { body: Buffer; encoding?: 'br' | 'gzip' }

/** An HTML document with its headers. `policy` is its Content-Security-Policy, `permissions` its Permissions-Policy.
 *  `encode` returns the body in the best encoding for an Accept-Encoding header. It compresses only once; while Brotli
 *  does, which takes some 40 ms, it returns gzip. */
export type Document = {
  html: string
  etag: string
  policy: string
  permissions: string
  encode: (accepted: string | undefined) => Encoded | Promise<Encoded>
}

/** Creates the document of `html`. `sources` are the external sources that it may load. */
export function createDocument(html: string, https: boolean, sources: Sources): Document {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g)
  return {
    html,
    etag: etagOf(html),
    policy: pagePolicy(
      [...scripts].map(([, code = '']) => hashOf(code)),
      https,
      sources,
    ),
    permissions: permissionsPolicy(sources),
    encode: encoder(Buffer.from(html), compress),
  }
}

type Compress = (body: Buffer) => Promise<Buffer>

/** Returns the `encode` of a document with this body. */
export function encoder(body: Buffer, compress: { br: Compress; gzip: Compress }): Document['encode'] {
  const brotli = once(() => compress.br(body))
  const gzipped = once(() => compress.gzip(body))
  return (accepted = '') => {
    const best = negotiator.negotiate(accepted, ['br', 'gzip'])
    if (best === 'br') {
      const packed = brotli()
      if (!(packed instanceof Promise)) return { body: packed, encoding: 'br' }
      packed.catch(() => {})
    }
    if (best === null || negotiator.negotiate(accepted, ['gzip']) === null) return { body }
    const packed = gzipped()
    if (!(packed instanceof Promise)) return { body: packed, encoding: 'gzip' }
    return packed.then(
      (ready) => ({ body: ready, encoding: 'gzip' }),
      () => ({ body }),
    )
  }
}

/** Returns a function that starts `work` once and returns its result, or a promise until it is there. It forgets a
 *  failure, so that the next call tries again. */
function once(work: () => Promise<Buffer>): () => Buffer | Promise<Buffer> {
  let result: Buffer | Promise<Buffer> | undefined
  return () => {
    result ??= work().then(
      (ready) => {
        result = ready
        return ready
      },
      (error) => {
        result = undefined
        throw error
      },
    )
    return result
  }
}

/** Compresses the HTML of one response, if the browser takes gzip. */
export async function encodeOnce(html: string, accepted: string | undefined): Promise<Encoded> {
  if (negotiator.negotiate(accepted ?? '', ['gzip']) === null) return { body: Buffer.from(html) }
  return { body: await compress.gzip(Buffer.from(html)), encoding: 'gzip' }
}

// https://www.w3.org/TR/CSP3/#grammardef-hash-source
function hashOf(code: string) {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}
