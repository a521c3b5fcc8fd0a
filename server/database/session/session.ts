import { escapeIdentifier } from 'pg'

/** A table and the columns to copy. */
export type TableColumns = { schema: string; table: string; columns: string[] }

/** One connection, for transactions of the caller's own. */
export type Session = {
  /** Executes one statement with parameters (`$1`), or several without. */
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /** Yields the rows of a table as COPY text. */
  readRows: (table: TableColumns) => AsyncIterable<Buffer>
  /** Inserts rows. Each block is COPY text of whole rows. */
  writeRows: (table: TableColumns, blocks: AsyncIterable<Buffer>) => Promise<void>
}

/** Runs `work` with a session and closes it afterwards. */
export type WithSession = <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>

/** Returns a table as SQL. */
export function tableOf({ schema, table }: Pick<TableColumns, 'schema' | 'table'>): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`
}

/** Returns a table with its columns as SQL. */
export function columnsOf({ columns, ...table }: TableColumns): string {
  return `${tableOf(table)} (${columns.map(escapeIdentifier).join(', ')})`
}
