import { type Outcome, refused } from '#contract/kit/outcome.ts'
import type { ImportEncoding } from '#contract/patient/import.ts'
import { bomOf, guessEncoding } from './encoding.ts'

/** How a file is written. Its text begins after `bomLength` bytes, and its rows after `skipped` characters. */
export type Writing = { encoding: ImportEncoding; bomLength: number; delimiter: string; skipped: number }

/** Why a file can't be read as text. */
export type NoText = 'empty' | 'spreadsheet' | 'not-csv'

const pieceBytes = 64 * 1024

/** Recognizes encoding and delimiter of a file.
 *  @param chosen the encoding if a person has chosen it */
export function recognize(file: Buffer, chosen?: ImportEncoding): Outcome<Writing, NoText> {
  // Excel: the new format is a ZIP archive, the old one an OLE document.
  const start = file.subarray(0, 4).toString('hex')
  if (start === '504b0304' || start === 'd0cf11e0') return refused('spreadsheet')
  const bom = bomOf(file)
  const encoding = chosen ?? bom.encoding ?? guessEncoding(file)
  const bomLength = bom.encoding === encoding ? bom.length : 0
  const isWide = encoding.startsWith('utf-16')
  if (!isWide && (file.includes(0) || file.subarray(0, 4).toString('latin1') === '%PDF')) return refused('not-csv')
  const [text = ''] = decode(file, { encoding, bomLength, skipped: 0 })
  if (text.trim() === '' && file.length <= pieceBytes) return refused('empty')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none of these.
  if (isWide && /[\0-\x08\x0e-\x1f]/.test(text)) return refused('not-csv')
  // Excel reads the delimiter from a first line of its own, which is no row.
  const [line = '', named] = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text) ?? []
  const delimiter = named ?? delimiterOf(text)
  return { ok: true, encoding, bomLength, delimiter, skipped: line.length }
}

/** Returns the text of a file in pieces, without what its rows begin after. */
export function* decode(file: Buffer, { encoding, bomLength, skipped }: Omit<Writing, 'delimiter'>): Generator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  for (let at = bomLength; at < file.length; at += pieceBytes) {
    const text = decoder.decode(file.subarray(at, at + pieceBytes), { stream: true })
    yield at === bomLength ? text.slice(skipped) : text
  }
  yield decoder.decode()
}

/** Returns the sign that separates the headings, of those outside quotes. */
function delimiterOf(text: string): string {
  const headings = /^\s*(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (sign: string) => headings.split(sign).length
  return [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}
