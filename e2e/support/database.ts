import { built } from '#testbed/built.ts'
import { startPostgres } from '#testbed/postgres.ts'

/** Builds the pages unless they are current, and starts one PostgreSQL server for the run if E2E_ENGINE is `postgres`;
 *  each worker creates its own database in it. */
export default async function startDatabase(): Promise<() => Promise<void>> {
  await built()
  if (process.env.E2E_ENGINE !== 'postgres') return async () => {}
  const { url, stop } = await startPostgres()
  process.env.E2E_DATABASE_URL = url
  return stop
}
