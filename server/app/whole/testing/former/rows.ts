import { fixTextForms, listTables } from '#server/backup/catalog.ts'
import { tableOf, type WithSession } from '#server/database/session/session.ts'

/** A row as JSON: instants and dates as text, in UTC. */
export type Row = Record<string, unknown>

/** All rows of the product's tables, by table. */
export type Rows = Record<string, Row[]>

/** Returns all rows of a database. */
export function readRows(withSession: WithSession): Promise<Rows> {
  return withSession(async (session) => {
    await session.query('BEGIN')
    await fixTextForms(session)
    const all: Rows = {}
    for (const table of await listTables(session, ['public'])) {
      const { rows } = await session.query(`SELECT to_jsonb(t)::text AS row FROM ${tableOf(table)} t`)
      all[table.table] = rows.map((found) => JSON.parse((found as { row: string }).row))
    }
    await session.query('COMMIT')
    return all
  })
}

/** Returns the rows that are in one of two lists only, as text, the first five of each. */
export function differences(expected: readonly Row[], actual: readonly Row[]) {
  const [wanted, found] = [count(expected), count(actual)]
  return { missing: onlyIn(wanted, found), unexpected: onlyIn(found, wanted) }
}

/** The number of times that each row occurs. */
function count(rows: readonly Row[]) {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

const onlyIn = (one: Map<string, number>, other: Map<string, number>) =>
  [...one]
    .filter(([text, times]) => other.get(text) !== times)
    .slice(0, 5)
    .map(([text]) => text)
