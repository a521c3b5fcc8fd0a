import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, inject, it } from 'vitest'
import { intent } from '#sandbox/stripe/schema.ts'
import { sandboxTables } from '#sandbox/tables.ts'
import { freshDatabase } from '#server/testing/database.ts'

it.runIf(inject('engine').kind === 'postgres')(
  'instances that start at the same time create the tables once',
  async () => {
    const { db, migrate, close } = await freshDatabase()
    await db.execute(sql`DROP SCHEMA sandbox CASCADE`)
    await Promise.all([1, 2, 3, 4].map(() => migrate(sandboxTables)))
    expect(await db.$count(intent)).toBe(0)
    expect(await db.$count(sql`sandbox.__drizzle_migrations`)).toBe(readMigrationFiles(sandboxTables).length)
    await close()
  },
)
