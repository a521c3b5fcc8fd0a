import { z } from 'zod'
import type { TestDatabase } from '#server/testing/database.ts'

/** All rows of all tables that contain a text, as `table: row`. */
export async function tracesIn(database: TestDatabase, text: string): Promise<string[]> {
  const { rows } = await database.executeSql(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
  )
  const found = await Promise.all(
    z
      .array(z.object({ name: z.string() }))
      .parse(rows)
      .map(async ({ name }) => {
        const found = await database.executeSql(
          `SELECT t::text AS row FROM ${name} t WHERE position($1 in t::text) > 0`,
          [text],
        )
        return z
          .array(z.object({ row: z.string() }))
          .parse(found.rows)
          .map(({ row }) => `${name}: ${row}`)
      }),
  )
  return found.flat()
}
