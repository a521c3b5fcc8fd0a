import { z } from 'zod/mini'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { deskDay } from './day.ts'

/** Query of `GET /desk/week`: a day of the week, and the id of the dentist whose appointments are wanted. */
export const weekQuery = z.object({
  date: mediumDate,
  doctor: z.optional(z.uuid({ error: 'A dentist’s id is needed' })),
})

/** A dentist's day in numbers. `appointments` that are not cancelled; `booked`: the minutes that they take, with the
 *  time to clean up; `available`: the minutes in which the dentist sees patients, less what is blocked. `absent`: away
 *  that day. */
const dayCounts = z.object({
  date: z.string(),
  ...{ appointments: z.int(), booked: z.number(), available: z.int(), absent: z.boolean() },
})
export type DayCounts = z.infer<typeof dayCounts>

/** A part of a day in which a chair is kept free, in minutes after midnight. */
const chairBlock = z.object({
  ...{ _id: z.uuid(), date: z.string(), chair: z.string() },
  ...{ from: z.int(), until: z.int(), reason: z.string() },
})
export type ChairBlock = z.infer<typeof chairBlock>

/** Response of `GET /desk/week`. `firstDay` is the first day of the clinic's week, in the medium format. `doctors` are
 *  those who work at the clinic, by name, then those of other appointments: `left` no longer works there, and one
 *  without `_id` and with an empty name stands for appointments without a dentist. `days`: with a dentist, the seven
 *  days with the appointments of that dentist. `chairBlocks`: the times in which chairs are kept free. */
export const deskWeek = z.object({
  firstDay: z.string(),
  doctors: z.array(
    z.object({ _id: z.optional(z.uuid()), name: z.string(), left: z.boolean(), days: z.array(dayCounts) }),
  ),
  days: z.optional(z.array(deskDay)),
  chairBlocks: z._default(z.array(chairBlock), []),
})
export type DeskWeek = z.infer<typeof deskWeek>
export type WeekDoctor = DeskWeek['doctors'][number]
