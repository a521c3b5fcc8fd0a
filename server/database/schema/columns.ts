import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A moment: `timestamptz`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Bytes: `bytea`. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
