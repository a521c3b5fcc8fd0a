import type { Db } from '#server/database/db.ts'
import { clinicHours, clinicPolicy } from '#server/database/schema/calendar.ts'
import type { WeekdayPeriod } from './rules/rules.ts'

/** Rules from the configuration. */
export type FirstRules = {
  hours: readonly WeekdayPeriod[]
  horizonDays: number
  maxUpcoming: number
  timeZone: string
}

/** Inserts a clinic's first rules. Does nothing if it has some: admins change them from then on. */
export async function addFirstRules(db: Db, { hours, ...numbers }: FirstRules): Promise<void> {
  await db.transaction(async (tx) => {
    const { horizonDays, maxUpcoming, timeZone } = numbers
    const policy = { horizonDays, maxUpcoming, timeZone }
    const added = await tx.insert(clinicPolicy).values(policy).onConflictDoNothing().returning()
    if (added.length === 0) return
    await tx
      .insert(clinicHours)
      .values(hours.map(({ weekday, from, until }) => ({ weekday, opens: from, closes: until })))
  })
}
