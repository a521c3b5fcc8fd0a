import { z } from 'zod/mini'
import { plainText } from '../kit/text/plain-text.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { minutesOfDay, weekday } from './hours.ts'

/** A time that is kept free of appointments: of a dentist, of a chair, or of everyone with neither. Without weekdays it
 *  is one stretch, from `from` on the first day until `until` on the last; with them it is that part of each of these
 *  days, and without a last day it repeats without end. Times in minutes after midnight. Only staff see the reason. */
export const blockFields = z
  .object({
    doctorId: z.optional(z.uuid('The id of a doctor is needed')),
    chairId: z.optional(z.uuid('The id of a chair is needed')),
    firstDay: mediumDate,
    lastDay: z.optional(mediumDate),
    from: minutesOfDay.check(z.lte(1_439, 'A time from 00:00 to 23:59')),
    until: minutesOfDay.check(z.gte(1, 'A time from 00:01 to 24:00')),
    weekdays: z._default(z.array(weekday).check(z.maxLength(7, 'Each weekday once')), []),
    reason: plainText('Say why', 100),
  })
  .check(
    z.refine(({ doctorId, chairId }) => doctorId === undefined || chairId === undefined, {
      error: 'Choose a dentist or a chair, not both',
      path: ['chairId'],
    }),
    z.refine(({ firstDay, lastDay = firstDay }) => firstDay <= lastDay, {
      error: 'Must not be before the first day',
      path: ['lastDay'],
    }),
    z.refine(({ weekdays, lastDay }) => weekdays.length > 0 || lastDay !== undefined, {
      error: 'A last day is needed',
      path: ['lastDay'],
    }),
    z.refine(
      ({ firstDay, lastDay, weekdays, from, until }) => from < until || (weekdays.length === 0 && firstDay !== lastDay),
      { error: 'Must end after it begins', path: ['until'] },
    ),
  )
export type BlockFields = z.output<typeof blockFields>
/** The same before parsing, as the page sends it. */
export type BlockInput = z.input<typeof blockFields>
