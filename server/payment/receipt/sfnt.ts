import { inflateSync } from 'node:zlib'

/** Unpacks a WOFF file to the font in it (https://www.w3.org/TR/WOFF/). The library of PDFs would do that again for
 *  each document, in JavaScript. */
export function toSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = 44 + at * 20
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((field) => woff.readUInt32BE(entry + field))
    if (offset === undefined || packed === undefined || length === undefined || checksum === undefined)
      throw new Error('The font is cut off')
    const bytes = woff.subarray(offset, offset + packed)
    return { tag: woff.subarray(entry, entry + 4), checksum, data: packed < length ? inflateSync(bytes) : bytes }
  })
  const power = Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  let offset = head.length
  const parts = tables.map(({ tag, checksum, data }, at) => {
    const entry = 12 + at * 16
    tag.copy(head, entry)
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(data.length, entry + 12)
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    offset += padded.length
    return padded
  })
  return Buffer.concat([head, ...parts])
}
