import { z } from 'zod/mini'

/** A whole number in a range, in a unit that its message names. */
export const wholeNumber = (min: number, max: number, unit: string) => {
  const error = `${min} to ${max} ${unit}`
  return z.int(error).check(z.gte(min, error), z.lte(max, error))
}

/** Reminders that a clinic can send besides the first one, at most. */
const maxMoreReminders = 3

const reminderHours = wholeNumber(1, 336, 'hours')

/** The clinic's numbers. Appointments begin every `gridMinutes` from the start of a period. With `fillGaps` they
 *  also begin where a dentist becomes free, or end where they become busy, and patients are offered the times that
 *  leave the fewest minutes in which nothing fits. Patients book at least `noticeMinutes` and at most `horizonDays`
 *  ahead, and have at most `maxUpcoming` upcoming appointments. They cancel free of charge until `freeCancelHours`
 *  before an appointment, and for `graceMinutes` after they booked it; they are reminded `reminderHours` before it,
 *  and again at each of `moreReminderHours`. Receptionists give back up to `deskRefundDollars` of an appointment.
 *  Whoever does not come owes `noShowFeeDollars`, unless staff say otherwise. */
export const policyNumbers = z.object({
  gridMinutes: wholeNumber(5, 240, 'minutes'),
  fillGaps: z._default(z.boolean('True or false'), true),
  noticeMinutes: wholeNumber(0, 20_160, 'minutes'),
  horizonDays: wholeNumber(1, 3_650, 'days'),
  maxUpcoming: wholeNumber(1, 1_000, 'appointments'),
  freeCancelHours: wholeNumber(0, 720, 'hours'),
  graceMinutes: z._default(wholeNumber(0, 1_440, 'minutes'), 30),
  reminderHours,
  moreReminderHours: z._default(
    z.array(reminderHours).check(z.maxLength(maxMoreReminders, `At most ${maxMoreReminders} further reminders`)),
    [],
  ),
  deskRefundDollars: z._default(wholeNumber(0, 100_000, 'dollars'), 0),
  noShowFeeDollars: z._default(wholeNumber(0, 100_000, 'dollars'), 0),
})
export type PolicyNumbers = z.infer<typeof policyNumbers>

/** The clinic's numbers, and whether patients book and move appointments themselves. */
export const policy = z.extend(policyNumbers, { onlineBooking: z._default(z.boolean(), true) })
export type Policy = z.infer<typeof policy>
