import { z } from 'zod'

// A backup is text: a line of JSON (`headerSchema`); for each table a line of JSON (`tableSchema`), its rows as COPY
// text and a line `\.`; a line of JSON (`trailerSchema`) at the end. A row can't be `\.`, because COPY text escapes
// backslashes.

/** Database schemas that a backup can contain: the product's tables and the sandbox's. */
export const parts = ['public', 'sandbox'] as const
export type Part = (typeof parts)[number]

/** The newest format that this release reads, and the one that it writes. */
export const currentFormat = 1

/** The line that ends the rows of a table. */
export const endOfRows = '\\.\n'

/** The first part of a header, the same in all formats. */
export const formatSchema = z.object({ product: z.literal('dental-clinic backup'), format: z.int().min(1) })

export const headerSchema = formatSchema.extend({
  /** When the database was read. */
  at: z.iso.datetime(),
  /** The newest migration of each part. */
  migrations: z.object({ public: z.string(), sandbox: z.string().optional() }),
})
export type Header = z.infer<typeof headerSchema>

export const tableSchema = z.object({
  schema: z.enum(parts),
  table: z.string(),
  columns: z.array(z.string()).min(1),
  /** The last value of the sequence of a column; null if it was never used. */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/).nullable()),
})
export type Table = z.infer<typeof tableSchema>

export const trailerSchema = z.object({
  /** The number of rows of each table, by its name with its schema. */
  rows: z.record(z.string(), z.int()),
  /** The SHA-256 of all bytes before this line. */
  sha256: z.string(),
})

/** What a backup contains, without the rows. */
export type Manifest = Header & { tables: (Table & { rows: number })[] }

/** Returns a value as a line of JSON. */
export function lineOf(value: Header | Table | z.infer<typeof trailerSchema>): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

/** Returns the name of a table with its schema: 'public.booking'. */
export function nameOf({ schema, table }: Pick<Table, 'schema' | 'table'>): string {
  return `${schema}.${table}`
}

/** Returns the number of lines in COPY text, which is the number of rows. */
export function countRows(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
