import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Outcome, type Refused, refused } from '#contract/kit/outcome.ts'
import { type ImportEncoding, mostImportRows } from '#contract/patient/import.ts'
import { readCell } from '#server/http/csv/formula.ts'
import { decode, type NoText, recognize, type Writing } from './decode.ts'

/** A row of a file, by its number in a spreadsheet. */
export type FileRow = { row: number; cells: string[] }

/** Why a file can't be imported. `row` is where. */
export type Unreadable =
  | Refused<NoText | 'too-many-rows' | 'no-rows' | 'no-headings'>
  | Refused<'open-quote' | 'bad-quote' | 'cut-off', { row: number }>

/** Where the rows of a file go. */
export type Sink = {
  headings: (headings: string[], writing: Writing) => Promise<Outcome<object, 'no-headings'>>
  rows: (rows: FileRow[]) => Promise<void>
}

const batch = 2_000

/** Reads a file: its headings and its rows go to `sink`, some at a time.
 *  @param chosen the encoding if a person has chosen it */
export async function readFile(
  file: Buffer,
  sink: Sink,
  chosen?: ImportEncoding,
): Promise<{ ok: true; rows: number } | Unreadable> {
  const writing = recognize(file, chosen)
  if (!writing.ok) return writing
  // A quote within a cell without quotes is a part of the text. Rows of other lengths are told by their number.
  const options = { delimiter: writing.delimiter, relax_column_count: true, max_record_size: 1_000_000 }
  const parser = Readable.from(decode(file, writing)).compose(parse(options))
  let [row, width, rows] = [0, 0, 0]
  let pending: FileRow[] = []
  let last: string[] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1
      if (row === 1) {
        width = record.length
        const headed = await sink.headings(
          record.map((heading) => heading.trim()),
          writing,
        )
        if (!headed.ok) return headed
        continue
      }
      last = record
      if (record.every((cell) => cell.trim() === '')) continue
      rows += 1
      if (rows > mostImportRows) return refused('too-many-rows')
      pending.push({ row, cells: record.map((cell) => readCell(cell, writing.delimiter)) })
      if (pending.length === batch) {
        await sink.rows(pending)
        pending = []
      }
    }
  } catch (error) {
    return unreadableBy(error)
  }
  if (rows === 0) return refused('no-rows')
  if (last.length < width && !endsLine(file, writing)) return { ok: false, reason: 'cut-off', row }
  if (pending.length > 0) await sink.rows(pending)
  return { ok: true, rows }
}

function endsLine(file: Buffer, { encoding }: Writing): boolean {
  const end = new TextDecoder(encoding).decode(file.subarray(-2))
  return /[\r\n]$/.test(end)
}

function unreadableBy(error: unknown): Unreadable {
  if (!(error instanceof CsvError)) throw error
  // The rows before it, of which the last may not have been read from the stream.
  const row = (error.records as number) + 1
  return { ok: false, reason: error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open-quote' : 'bad-quote', row }
}
