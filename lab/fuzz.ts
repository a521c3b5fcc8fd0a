// npm run fuzz [-- COUNT]: sends generated requests to the whole app on each engine, and checks the answers.
// FUZZ_SEED=2 tries others.
import { pino } from 'pino'
import { openDatabase } from '#server/database/open-database.ts'
import { fuzz } from '#server/http/testing/fuzz/fuzz.ts'
import { describeRun, leastSuccess, successOf } from '#server/http/testing/fuzz/report.ts'
import { openTestApp } from '#server/testing/app.ts'
import type { TestDatabase } from '#server/testing/database.ts'
import { loadPreparedPglite } from '#server/testing/prepared/pglite.ts'
import { addTestData } from '#server/testing/prepared/test-data.ts'
import { freePort } from '#testbed/free-port.ts'
import { hasPostgres, startPostgres } from '#testbed/postgres.ts'

const count = Number(process.argv[2] ?? 20_000)
const seed = Number(process.env.FUZZ_SEED ?? 13)

await run('PGlite', await loadPreparedPglite())
if (hasPostgres()) {
  const postgres = await startPostgres()
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, pino({ level: 'silent' }))
  await addTestData(database)
  await run('PostgreSQL', database)
  await postgres.stop()
}

async function run(engine: string, database: TestDatabase) {
  const port = await freePort()
  const server = await openTestApp({ database, env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` } })
  // The Google sandbox calls the server.
  await server.app.listen({ port, host: '127.0.0.1' })
  const startedAt = performance.now()
  try {
    const report = await fuzz(server, { seed, count })
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    console.log(`\n${engine}, ${seconds} s, ${describeRun(report)}`)
    const isTelling = successOf(report) >= leastSuccess
    if (!isTelling) console.log(`✗ fewer than ${leastSuccess * 100} % of the requests were successful`)
    if (report.failures.length > 0 || !isTelling) process.exitCode = 1
  } finally {
    await server.close()
    await database.close()
  }
}
