import { defineConfig } from 'vitest/config'
import { hasPostgres } from './scripts/test-postgres.ts'

const folders = '{contract,server,scripts,web}'
const databaseTests = [`${folders}/**/*.db.test.ts`]

export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: [`${folders}/**/*.test.{ts,tsx}`], exclude: databaseTests },
      },
      {
        extends: true,
        test: { name: 'pglite', include: databaseTests, provide: { engine: { kind: 'pglite' } }, ...patient() },
      },
      ...(hasPostgres()
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: databaseTests,
                globalSetup: './scripts/vitest-postgres.ts',
                ...patient(),
              },
            },
          ]
        : []),
    ],
  },
})

/** A database is opened in these: seconds on a busy machine, not milliseconds. */
function patient() {
  return { testTimeout: 30_000, hookTimeout: 60_000 }
}
