import type { ExecuteSql } from '../db.ts'

type Due = { command: string; table: string }

// PostgreSQL's own rules and default numbers: "The Autovacuum Daemon",
// https://www.postgresql.org/docs/current/routine-vacuuming.html. The counts begin anew at each start, so a table that
// has grown by a fifth since counts too. Not while the disk is nearly full: VACUUM writes.
const findDue = `
  WITH counted AS (
    SELECT format('%I.%I', changed.schemaname, changed.relname) AS "table", n_mod_since_analyze, n_dead_tup, n_ins_since_vacuum,
      greatest(reltuples, 0) AS size,
      pg_relation_size(oid) > 1.2 * current_setting('block_size')::int * (relpages + 4) AS has_grown
    FROM pg_stat_all_tables AS changed JOIN pg_class ON oid = relid
    WHERE relkind = 'r' AND relpersistence = 'p' AND NOT current_setting('default_transaction_read_only')::boolean
  ), due AS (
    SELECT "table", has_grown OR n_mod_since_analyze > 50 + 0.1 * size AS needs_analyze,
      has_grown OR n_dead_tup > 50 + 0.2 * size OR n_ins_since_vacuum > 1000 + 0.2 * size AS needs_vacuum
    FROM counted
  )
  SELECT "table", CASE WHEN NOT needs_vacuum THEN 'ANALYZE' WHEN needs_analyze THEN 'VACUUM (ANALYZE)' ELSE 'VACUUM' END AS command
  FROM due WHERE needs_analyze OR needs_vacuum`

/** Vacuums or analyzes the tables that have changed much, one after the other, as PostgreSQL's autovacuum does. The
 *  embedded database has no process for that. Without it, rows that were replaced would stay for ever, and PostgreSQL
 *  would plan its queries for the tables of an empty clinic. */
export async function vacuumChanged(executeSql: ExecuteSql): Promise<void> {
  const { rows } = (await executeSql(findDue)) as { rows: Due[] }
  for (const { command, table } of rows) await executeSql(`${command} ${table}`)
}
