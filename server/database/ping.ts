import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Whether the database answers within two seconds. */
export async function answers(db: Db): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, 2_000, false).unref())
  return Promise.race([
    db.execute(sql`select 1`).then(
      () => true,
      () => false,
    ),
    late,
  ])
}
