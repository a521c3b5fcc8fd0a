import type { ClinicData } from '#contract/clinic.ts'
import { addFirstClinic } from '#server/clinic/store.ts'
import type { Db } from '#server/database/db.ts'
import { clinicHours, clinicPolicy } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import type { WeekdayPeriod } from './rules/rules.ts'

/** Rules from the configuration. Patients book themselves from the start with `onlineBooking`, and if the database has
 *  treatments. */
export type FirstRules = {
  clinic: ClinicData
  hours: readonly WeekdayPeriod[]
  horizonDays: number
  maxUpcoming: number
  onlineBooking: boolean
}

/** Inserts a clinic's first data and rules. Does nothing if it has some: admins change them from then on. */
export async function addFirstRules(db: Db, { clinic, hours, ...numbers }: FirstRules): Promise<void> {
  await db.transaction(async (tx) => {
    const { horizonDays, maxUpcoming, onlineBooking } = numbers
    const isOpen = onlineBooking || (await tx.$count(treatment)) > 0
    const added = await tx
      .insert(clinicPolicy)
      .values({ horizonDays, maxUpcoming, onlineBooking: isOpen })
      .onConflictDoNothing()
      .returning()
    const isNew = added.length > 0
    // A clinic with rules of an earlier release has nothing to set up.
    await addFirstClinic(tx, isNew ? clinic : { ...clinic, setupStep: null })
    if (!isNew || hours.length === 0) return
    await tx
      .insert(clinicHours)
      .values(hours.map(({ weekday, from, until }) => ({ weekday, opens: from, closes: until })))
  })
}
