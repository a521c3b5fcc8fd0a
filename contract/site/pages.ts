import type { PageFacts } from './page-facts.ts'
import { pageTable } from './page-table.ts'

type Row = (typeof pageTable)[keyof typeof pageTable]
/** Paths of the pages in the dashboard's menu. */
export type MenuPath = Extract<Row, { menu: string }>['path']
/** Paths of the pages that load data. */
export type LoadingPath = Extract<Row, { loads: true }>['path']

/** The rows of the table, in order. */
export const pageList: readonly PageFacts[] = Object.values(pageTable)

/** The path of each page. The browser's routes are these; the server responds with 404 to any other page. */
export const pages = pathsOf(pageTable)

function pathsOf<Rows extends Record<string, { path: string }>>(rows: Rows) {
  const entries = Object.entries(rows).map(([name, { path }]) => [name, path])
  // The type of Object.fromEntries does not keep the path of each name.
  return Object.fromEntries(entries) as { readonly [Name in keyof Rows]: Rows[Name]['path'] }
}
