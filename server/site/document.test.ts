import { expect, test } from 'vitest'
import { encoder } from './document.ts'

const body = Buffer.from('a page')
const gzipped = Buffer.from('gzip')
const all = 'gzip, deflate, br, zstd'

test('a page is compressed once with Brotli; until then it is sent as gzip, or uncompressed', async () => {
  let runs = 0
  let finish: (body: Buffer) => void = () => {}
  const br = () => {
    runs += 1
    return new Promise<Buffer>((resolve) => {
      finish = resolve
    })
  }
  const encode = encoder(body, { br, gzip: async () => gzipped })
  expect(await encode(all)).toEqual({ body: gzipped, encoding: 'gzip' })
  expect(encode(all)).toEqual({ body: gzipped, encoding: 'gzip' })
  expect(encode('br')).toEqual({ body })
  finish(Buffer.from('brotli'))
  await Promise.resolve()
  expect(encode(all)).toEqual({ body: Buffer.from('brotli'), encoding: 'br' })
  expect([encode('gzip'), encode('identity'), encode(undefined)]).toEqual([
    { body: gzipped, encoding: 'gzip' },
    { body },
    { body },
  ])
  expect(runs).toBe(1)
})

test('a compression that failed is tried again', async () => {
  let isBroken = true
  const compress = (packed: string) => async () => {
    if (isBroken) throw new Error('out of memory')
    return Buffer.from(packed)
  }
  const encode = encoder(body, { br: compress('brotli'), gzip: compress('gzip') })
  expect(await encode(all)).toEqual({ body })
  isBroken = false
  await encode(all)
  expect(await encode(all)).toEqual({ body: Buffer.from('brotli'), encoding: 'br' })
  expect(await encode('gzip')).toEqual({ body: Buffer.from('gzip'), encoding: 'gzip' })
})
