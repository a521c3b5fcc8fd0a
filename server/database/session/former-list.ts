import { z } from 'zod'
import type { ExecuteSql } from '../db.ts'

/** The name under which releases up to 0.2.0 list the migrations of a database: Drizzle's own. */
export const formerName = '__drizzle_migrations'

const former = `drizzle.${formerName}`
const found = z.tuple([z.object({ exists: z.boolean() })])

/** Keeps releases up to 0.2.0 from starting on this database: 0.1.0 does not look whether it knows the tables, and
 *  answers sign-ins with errors on newer ones. Both read Drizzle's list first, so a view in its place says in their one
 *  line which release to start (docs/decisions/0101). Call it with the list of migrations under its own name, and the
 *  row of the release written. */
export async function refuseFormerReleases(executeSql: ExecuteSql): Promise<void> {
  const { rows } = await executeSql('SELECT to_regclass($1) IS NOT NULL AS exists', [former])
  if (found.parse(rows)[0].exists) return
  await executeSql(`
    CREATE OR REPLACE FUNCTION drizzle.refuse_former_release() RETURNS TABLE (id integer, hash text, created_at bigint)
    LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'it has the tables of release %, and this one is older: start %, or restore a backup that this one made (docs/releasing.md)',
        (SELECT version FROM drizzle.release), (SELECT version FROM drizzle.release);
    END $$`)
  await executeSql(`CREATE VIEW ${former} AS SELECT id, hash, created_at FROM drizzle.refuse_former_release()`)
}
