import type { SQL } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Runs raw SQL and returns the rows. `Row` is what it selects, which the compiler can't check. */
export async function selectRows<Row>(db: Db, query: SQL | string): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as unknown as { rows: Row[] }
  return rows
}
