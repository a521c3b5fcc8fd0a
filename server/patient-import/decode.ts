import { isUtf8 } from 'node:buffer'
import { type Outcome, refused } from '#contract/kit/outcome.ts'

/** How a file is written. `bomLength` bytes at its start say so. */
export type Writing = { encoding: Encoding; bomLength: number; delimiter: string }
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Why a file can't be read as text. */
export type NoText = 'empty' | 'spreadsheet' | 'not-csv'

const pieceBytes = 64 * 1024

/** Recognizes encoding and delimiter of a file. A file without a BOM is UTF-8 if all of it is valid, else
 *  Windows-1252. */
export function recognize(file: Buffer): Outcome<Writing, NoText> {
  // Excel: the new format is a ZIP archive, the old one an OLE document.
  const start = file.subarray(0, 4).toString('hex')
  if (start === '504b0304' || start === 'd0cf11e0') return refused('spreadsheet')
  const { encoding, bomLength } = encodingOf(file)
  const isWide = encoding.startsWith('utf-16')
  if (!isWide && (file.includes(0) || file.subarray(0, 4).toString('latin1') === '%PDF')) return refused('not-csv')
  const [text = ''] = decode(file, { encoding, bomLength })
  if (text.trim() === '' && file.length <= pieceBytes) return refused('empty')
  return { ok: true, encoding, bomLength, delimiter: delimiterOf(text) }
}

/** Returns the text of a file in pieces. */
export function* decode(file: Buffer, { encoding, bomLength }: Omit<Writing, 'delimiter'>): Generator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  for (let at = bomLength; at < file.length; at += pieceBytes)
    yield decoder.decode(file.subarray(at, at + pieceBytes), { stream: true })
  yield decoder.decode()
}

function encodingOf(file: Buffer): Omit<Writing, 'delimiter'> {
  const bom = file.subarray(0, 3).toString('hex')
  if (bom === 'efbbbf') return { encoding: 'utf-8', bomLength: 3 }
  if (bom.startsWith('fffe')) return { encoding: 'utf-16le', bomLength: 2 }
  if (bom.startsWith('feff')) return { encoding: 'utf-16be', bomLength: 2 }
  return { encoding: isUtf8(file) ? 'utf-8' : 'windows-1252', bomLength: 0 }
}

/** Returns the sign that separates the headings, of those outside quotes. */
function delimiterOf(text: string): string {
  const headings = /^\s*(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (sign: string) => headings.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}
