import { builtPages } from '#testbed/built-pages.ts'
import { startPostgres } from '#testbed/postgres.ts'

/** Builds the pages if need be, and starts the PostgreSQL of the run when E2E_ENGINE asks for one; each worker makes a database of its own in it. */
export default async function startDatabase(): Promise<() => Promise<void>> {
  await builtPages()
  if (process.env.E2E_ENGINE !== 'postgres') return async () => {}
  const { url, stop } = await startPostgres()
  process.env.E2E_DATABASE_URL = url
  return stop
}
