import { z } from 'zod'
import { StartError } from '#server/config/start-error.ts'
import { type Session, tableOf } from '#server/database/session/session.ts'
import { nameOf, type Table, tableSchema } from './format/format.ts'

const rowsOf = <Row>(row: z.ZodType<Row>, { rows }: { rows: unknown[] }) => z.array(row).parse(rows)

const catalogRow = tableSchema.extend({
  /** The other tables that its foreign keys reference. Its own rows come in one statement, which checks at its end. */
  parents: z.array(z.string()),
})

// Tables of extensions are not the clinic's. Generated columns can't be copied.
const catalogQuery = `
  SELECT n.nspname AS schema, c.relname AS table,
    array(SELECT attname::text FROM pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
    array(SELECT DISTINCT pn.nspname || '.' || p.relname FROM pg_constraint
      JOIN pg_class p ON p.oid = confrelid JOIN pg_namespace pn ON pn.oid = p.relnamespace
      WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> conrelid) AS parents,
    coalesce((SELECT jsonb_object_agg(attname, pg_sequence_last_value(sequence::regclass)::text)
      FROM pg_attribute, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), attname) sequence
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND sequence IS NOT NULL), '{}') AS sequences
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname = ANY ($1) AND c.relname <> '__drizzle_migrations'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  ORDER BY 1, 2`

/** Returns the tables in these schemas, each after those that its foreign keys reference. */
export async function listTables(session: Session, schemas: readonly string[]): Promise<Table[]> {
  const found = rowsOf(catalogRow, await session.query(catalogQuery, [schemas]))
  const sorted: Table[] = []
  let waiting = found
  while (waiting.length > 0) {
    const names = new Set(waiting.map(nameOf))
    const ready = waiting.filter(({ parents }) => !parents.some((parent) => names.has(parent)))
    // A cycle needs a format that adds foreign keys after the rows.
    if (ready.length === 0) throw new Error(`Foreign keys form a cycle: ${[...names].join(', ')}`)
    sorted.push(...ready.map(({ parents: _, ...table }) => table))
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return sorted
}

/** Makes all values look the same as text on both engines, until the transaction ends. */
export async function fixTextForms(session: Session): Promise<void> {
  await session.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`)
}

const count = z.object({ rows: z.coerce.number() })
const sum = count.extend({ checksum: z.string() })

export type Checksum = z.infer<typeof sum>

/** Returns the number of rows of a table. */
export async function countRowsIn(session: Session, table: Table): Promise<number> {
  const [found] = rowsOf(count, await session.query(`SELECT count(*) AS rows FROM ${tableOf(table)}`))
  return found?.rows ?? 0
}

/** Returns the number of rows of a table and a checksum that does not depend on their order: the sum of 64 bits of the
 *  MD5 of each. Call it after `fixTextForms`. */
export async function checksumOf(session: Session, table: Table): Promise<Checksum> {
  const columns = table.columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ')
  const [found] = rowsOf(
    sum,
    await session.query(`
      SELECT count(*) AS rows, coalesce(sum(('x' || left(md5(ROW(${columns})::text), 16))::bit(64)::bigint), 0)::text AS checksum
      FROM ${tableOf(table)}`),
  )
  if (!found) throw new StartError(`${nameOf(table)} can't be read`)
  return found
}

const named = z.object({ name: z.string() })

/** Returns which of these tables exist and have rows, with their schema. */
export async function tablesWithRows(session: Session, schema: string, tables: readonly string[]): Promise<string[]> {
  const exist = rowsOf(
    named,
    await session.query('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename = ANY ($2)', [
      schema,
      tables,
    ]),
  )
  const filled: string[] = []
  for (const { name: table } of exist) {
    const { rows } = await session.query(`SELECT FROM ${tableOf({ schema, table })} LIMIT 1`)
    if (rows.length > 0) filled.push(`${schema}.${table}`)
  }
  return filled
}

const functionsNamed = `SELECT oid::regprocedure::text AS name FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace AND proname = ANY ($1)
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')`

/** Drops those of these tables and functions that exist in the schema public, and nothing that depends on them. */
export async function dropFromPublic(
  session: Session,
  { tables, functions }: { tables: readonly string[]; functions: readonly string[] },
): Promise<void> {
  const drop = async (kind: 'TABLE' | 'FUNCTION', query: string, names: readonly string[]) => {
    const found = rowsOf(named, await session.query(query, [names]))
    if (found.length > 0) await session.query(`DROP ${kind} ${found.map(({ name }) => name).join(', ')}`)
  }
  // Tables can't be dropped while a function takes their rows; the other functions not while tables use them.
  await drop(
    'FUNCTION',
    `${functionsNamed} AND EXISTS (SELECT FROM pg_type WHERE pg_type.oid = ANY (proargtypes) AND typrelid <> 0)`,
    functions,
  )
  await drop(
    'TABLE',
    `SELECT format('public.%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY ($1)`,
    tables,
  )
  await drop('FUNCTION', functionsNamed, functions)
}
