import { timestamp } from 'drizzle-orm/pg-core'

/** A moment: `timestamptz`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })
