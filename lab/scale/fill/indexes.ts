import type { Client } from 'pg'

const longMs = 5_000

type Part = { drop: string; create: string }

/** Drops the constraints and indexes of tables, runs `work` and makes them again: to make an index once is faster than
 *  to add to it with each row. `report` gets a line for each that took long. */
export async function withoutIndexes(
  client: Client,
  tables: string[],
  work: () => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  const { rows: parts } = await client.query<Part>(partsOf, [tables.map((table) => `public."${table}"`)])
  for (const { drop } of parts) await client.query(drop)
  await work()
  for (const { create } of parts.toReversed()) {
    const startedAt = performance.now()
    await client.query(create)
    if (performance.now() - startedAt > longMs) report(create.slice(0, 100))
  }
}

// A foreign key needs the unique constraint that it refers to. So foreign keys are dropped first and made last.
const partsOf = `
  SELECT drop, "create" FROM (
    SELECT CASE contype WHEN 'f' THEN 0 ELSE 1 END AS turn, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS "create"
    FROM pg_constraint
    WHERE (contype IN ('p', 'u', 'x') AND conrelid = ANY ($1::regclass[]))
      OR (contype = 'f' AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[])))
    UNION ALL
    SELECT 2, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index WHERE indrelid = ANY ($1::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ) AS parts ORDER BY turn, drop`
