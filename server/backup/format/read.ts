import { createHash } from 'node:crypto'
import type { z } from 'zod'
import {
  countRows,
  currentFormat,
  endOfRows,
  formatSchema,
  type Header,
  headerSchema,
  type Manifest,
  nameOf,
  type Table,
  tableSchema,
  trailerSchema,
} from './format.ts'

/** A backup that can't be read. `message` says why, without the name of the file. */
export class UnreadableBackup extends Error {}

/** Receives the contents of a backup while it is read. */
export type Visitor = {
  /** Called before the first table. */
  header?: (header: Header) => Promise<void>
  /** Takes the rows of a table as COPY text, in blocks of whole rows. */
  rows?: (table: Table, blocks: AsyncIterable<Buffer>) => Promise<void>
}

/** Reads a backup to its end and returns what it contains. Until then, what `visitor` received may be damaged.
 *  @throws UnreadableBackup if it is no backup, damaged, incomplete or of a newer release */
export async function readBackup(text: AsyncIterable<Buffer>, visitor: Visitor = {}): Promise<Manifest> {
  const lines = openLines(text)
  const header = readHeader(await lines.next())
  await visitor.header?.(header)
  const tables: Manifest['tables'] = []
  for (;;) {
    const sha256 = lines.digest()
    const line = parseJson(await lines.next())
    const trailer = trailerSchema.safeParse(line)
    if (trailer.success) {
      await lines.end()
      checkTrailer(trailer.data, sha256, tables)
      return { ...header, tables }
    }
    const table = parse(tableSchema, line)
    let rows = 0
    async function* counted() {
      for await (const block of lines.untilEndOfRows()) {
        rows += countRows(block)
        yield block
      }
    }
    const blocks = counted()
    await visitor.rows?.(table, blocks)
    // Reads the rows that the visitor did not take.
    for await (const _ of blocks);
    tables.push({ ...table, rows })
  }
}

function readHeader(line: string): Header {
  const json = parseJson(line)
  const format = formatSchema.safeParse(json)
  if (!format.success) throw new UnreadableBackup('is not a backup of this product')
  if (format.data.format > currentFormat) throw new UnreadableBackup('was made by a newer release than this one')
  return parse(headerSchema, json)
}

function checkTrailer({ rows, sha256 }: z.infer<typeof trailerSchema>, actual: string, tables: Manifest['tables']) {
  if (sha256 !== actual) throw damaged('its checksum does not match')
  const isCounted = tables.every((table) => rows[nameOf(table)] === table.rows)
  if (!isCounted || Object.keys(rows).length !== tables.length) throw damaged('its row counts do not match')
}

function parse<Output>(schema: z.ZodType<Output>, json: unknown): Output {
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw damaged('a line in it has another form')
  return parsed.data
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged('a line in it is not JSON')
  }
}

function damaged(reason: string) {
  return new UnreadableBackup(`is damaged: ${reason}`)
}

// A line of JSON is short. Without a limit, a file that is no backup would be read into memory.
const maxLine = 1_048_576

/** Reads lines and blocks of whole lines, and hashes what was read. */
function openLines(text: AsyncIterable<Buffer>) {
  const source = text[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)

  const readMore = async (): Promise<boolean> => {
    const { done, value } = await source.next()
    if (!done) rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return !done
  }
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    hash.update(taken)
    return taken
  }

  return {
    /** Returns the SHA-256 of all that was taken so far. */
    digest: () => hash.copy().digest('hex'),
    /** Takes a line. */
    next: async (): Promise<string> => {
      while (!rest.includes('\n')) {
        if (rest.length > maxLine) throw new UnreadableBackup('is not a backup of this product')
        if (!(await readMore())) throw damaged('it is incomplete')
      }
      return take(rest.indexOf('\n') + 1).toString('utf8')
    },
    /** Yields blocks of whole lines until the line that ends the rows, which it takes too. */
    async *untilEndOfRows(): AsyncGenerator<Buffer> {
      for (;;) {
        const end = startOfEnd(rest)
        if (end !== undefined) {
          if (end > 0) yield take(end)
          take(endOfRows.length)
          return
        }
        const length = rest.lastIndexOf('\n') + 1
        if (length > 0) yield take(length)
        if (!(await readMore())) throw damaged('it is incomplete')
      }
    },
    /** Reads to the end. */
    end: async (): Promise<void> => {
      if (rest.length > 0 || (await readMore())) throw damaged('something follows its end')
    },
  }
}

/** Returns where the line begins that ends the rows. `text` begins with a line. */
function startOfEnd(text: Buffer): number | undefined {
  if (text.subarray(0, endOfRows.length).equals(Buffer.from(endOfRows))) return 0
  const at = text.indexOf(`\n${endOfRows}`)
  return at === -1 ? undefined : at + 1
}
