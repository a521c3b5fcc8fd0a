import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { customType, date, timestamp } from 'drizzle-orm/pg-core'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'

/** A `timestamptz` column. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A `date` column: a calendar day of the clinic, as PostgreSQL writes it. */
export const calendarDay = (name: string) => date(name, { mode: 'string' }).$type<IsoDate>()

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
