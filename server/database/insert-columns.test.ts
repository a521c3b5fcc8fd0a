import { sql } from 'drizzle-orm'
import { integer, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { insertColumns } from './insert-columns.ts'

const note = pgTable('note', {
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  body: text('body').notNull(),
  color: text('color').notNull().default('yellow'),
  seenBy: text('seen_by'),
  likes: integer('likes').notNull().default(0),
})

it('selects the columns in their order, with the default of each that is not named', () => {
  const { sql: text, params } = new PgDialect().sqlToQuery(insertColumns(note, { likes: sql`1 + 1`, body: sql`'hi'` }))
  expect(text).toBe(`(now())::timestamp with time zone, ('hi')::text, ($1)::text, (null)::text, (1 + 1)::integer`)
  expect(params).toEqual(['yellow'])
})
