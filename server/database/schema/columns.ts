import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A `timestamptz` column. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A `bytea` column. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
