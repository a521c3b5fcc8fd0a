import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** The columns of an insert by their names; those that are required must be there. */
type Named<Table extends PgTable> = { [Column in keyof Table['$inferInsert']]: SQLWrapper }

/** Returns the values of the columns that an insert selects, in the order in which Drizzle names the columns: `named`,
 *  and the default of each other that is not generated. So an insert stays right when the table gets a column with a
 *  default. */
export function insertColumns<Table extends PgTable>(table: Table, named: Named<Table>): SQL {
  const values = named as Record<string, SQLWrapper | undefined>
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => column.generated === undefined)
  const selected = columns.map(([name, column]) => {
    const value = values[name] ?? (column.default === undefined ? sql`null` : sql`${column.default}`)
    return sql`(${value})::${sql.raw(column.getSQLType())}`
  })
  return sql.join(selected, sql`, `)
}
