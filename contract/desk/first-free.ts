import { z } from 'zod/mini'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'

/** The most times that `GET /desk/first-free` answers with. */
export const maxFirstFree = 10

/** Each part of a day begins at these minutes after midnight and lasts until the next one. */
export const dayParts = { morning: 0, afternoon: 12 * 60, evening: 17 * 60 } as const
export type DayPart = keyof typeof dayParts

const dayPart = z.enum(['morning', 'afternoon', 'evening'], { error: 'One of morning, afternoon and evening' })

/** Query of `GET /desk/first-free`: a treatment with any dentist or one, at any time or in a part of the day, from a
 *  day on, today by default. */
export const firstFreeQuery = z.object({
  treatment: z.uuid({ error: 'A treatment id is needed' }),
  doctor: z.optional(z.uuid({ error: 'A dentist’s id is needed' })),
  part: z.optional(dayPart),
  from: z.optional(mediumDate),
})

const freeTime = z.object({
  date: z.string(),
  slot,
  doctors: z.array(z.object({ _id: z.uuid(), name: z.string() })),
})

/** Response of `GET /desk/first-free`: the next free times, the soonest first, on `date` in the medium format, with the
 *  dentists who are free; none if the treatment is booked without one. */
export const firstFreeTimes = z.array(freeTime)
export type FirstFreeTime = z.infer<typeof freeTime>
