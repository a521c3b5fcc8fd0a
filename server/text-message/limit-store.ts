import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/db.ts'
import { selectRows } from '#server/database/rows.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { textSent } from '#server/database/schema/text-message.ts'

/** Text messages to one number. A family shares one, and an appointment has few messages. */
export const perNumber = { hour: 6, day: 15 } as const

/** The limit that keeps a text message back: that of its number, or that of the clinic's day. */
export type TextLimit = 'number-limit' | 'daily-limit'

// The clinic's day by the database's clock, so that all instances agree.
const sinceMidnight = sql`date_trunc('day', now() at time zone ${clinic.timeZone}) at time zone ${clinic.timeZone}`

/** Notes, in the transaction that decides it, that a text message goes to a number (E.164). Returns the limit that
 *  keeps it back, if one does. Counts exactly, whoever else sends. */
export async function admitText(tx: Db, phone: string): Promise<TextLimit | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('text messages', 0))`)
  const rows = await selectRows<{ hour: number; day: number; today: number; max: number }>(
    tx,
    sql`
    select count(*) filter (where ${textSent.phone} = ${phone} and ${textSent.sentAt} > now() - interval '1 hour')::int as hour,
      count(*) filter (where ${textSent.phone} = ${phone})::int as day,
      count(*) filter (where ${textSent.sentAt} >= ${sinceMidnight})::int as today,
      ${clinic.maxTextsPerDay} as max
    from ${clinic} left join ${textSent} on ${textSent.sentAt} > now() - interval '1 day'
    group by ${clinic.only}`,
  )
  const [sent] = rows
  if (!sent || sent.today >= sent.max) return 'daily-limit'
  if (sent.hour >= perNumber.hour || sent.day >= perNumber.day) return 'number-limit'
  await tx.insert(textSent).values({ phone })
  return undefined
}

/** Returns the most text messages on a day, if as many were sent today; undefined if there are fewer. */
export async function findReachedLimit(db: Db): Promise<number | undefined> {
  const today = db.$count(textSent, sql`${textSent.sentAt} >= ${sinceMidnight}`)
  const [found] = await db.select({ max: clinic.maxTextsPerDay, today }).from(clinic)
  return found && found.max > 0 && found.today >= found.max ? found.max : undefined
}
