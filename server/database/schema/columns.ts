import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A `timestamptz` column. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A `bytea` column. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A `tstzrange` column, as PostgreSQL writes it: `["2026-03-10 14:00:00+00","2026-03-10 14:30:00+00")`. */
export const instantRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** A `tstzrange` between two instants, which are Unix times in ms. */
export function rangeBetween(from: number, until: number): SQL {
  const instant = (unixMs: number) => new Date(unixMs).toISOString()
  return sql`tstzrange(${instant(from)}::timestamptz, ${instant(until)}::timestamptz)`
}

/** Ids as one parameter, however many there are. */
export const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join()}}`}::uuid[]`

/** Matches a column with one of some values, which are constants of ours. */
export const isOneOf = (column: SQLWrapper, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
