import { isUtf8 } from 'node:buffer'
import type { ImportEncoding } from '#contract/patient/import.ts'

const boms: [bytes: string, encoding: ImportEncoding][] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

/** Returns the encoding that the first bytes of a file name, if any, and how many bytes these are. */
export function bomOf(file: Buffer): { encoding: ImportEncoding | undefined; length: number } {
  const start = file.subarray(0, 3).toString('hex')
  const [bytes, encoding] = boms.find(([each]) => start.startsWith(each)) ?? []
  return { encoding, length: (bytes?.length ?? 0) / 2 }
}

/** Guesses the encoding of a file without a BOM. A UTF-8 file stays one with some broken bytes. */
export function guessEncoding(file: Buffer): ImportEncoding {
  const wide = wideEncodingOf(file.subarray(0, 4_000))
  if (wide) return wide
  return isUtf8(file) || isMostlyUtf8(file) ? 'utf-8' : oneByteEncodingOf(file)
}

/** UTF-16 of European text has a zero in every second byte. */
function wideEncodingOf(start: Buffer): ImportEncoding | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const few = start.length / 100
  if (odd > start.length / 4 && even <= few) return 'utf-16le'
  return even > start.length / 4 && odd <= few ? 'utf-16be' : undefined
}

/** In another encoding hardly any two letters happen to be a sequence of UTF-8. */
function isMostlyUtf8(file: Buffer): boolean {
  let [whole, broken] = [0, 0]
  for (let at = 0; at < file.length; ) {
    const byte = file[at] ?? 0
    const more = byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : 0
    if (byte < 0x80) at += 1
    else if (more > 0 && isUtf8(file.subarray(at, at + more + 1)) && at + more < file.length) {
      whole += 1
      at += more + 1
    } else {
      broken += 1
      at += 1
    }
  }
  return whole > broken
}

/** The bytes of ä, ö, ü and é in Mac Roman are hardly used in Windows-1252, whose letters are signs there. */
function oneByteEncodingOf(file: Buffer): ImportEncoding {
  let [mac, windows] = [0, 0]
  for (const byte of file) {
    if (byte >= 0xc0) windows += 1
    // Between them are the quotes and dashes of Windows-1252, and its euro sign.
    else if ((byte >= 0x86 && byte <= 0x90) || (byte >= 0x98 && byte <= 0x9f && byte !== 0x99)) mac += 1
  }
  return mac > windows ? 'macintosh' : 'windows-1252'
}
