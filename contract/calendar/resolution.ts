import { z } from 'zod/mini'
import { optionalText } from '../kit/text/plain-text.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'
import { maxResolved } from './attention.ts'

const place = z.object({
  date: mediumDate,
  slot,
  doctor: z.optional(z.uuid('The id of a doctor is needed')),
})

/** Body of `POST /calendar/attention/{id}`: moves an appointment to another time, keeps it in spite of the rules, or
 *  cancels it. The note is for staff. `doctor` is the id of the only doctor who may take it. */
export const resolution = z.discriminatedUnion('action', [
  z.extend(place, { action: z.literal('move') }),
  z.object({ action: z.literal('keep'), note: optionalText(200) }),
  z.object({ action: z.literal('cancel') }),
])

/** Body of `POST /calendar/attention`: what becomes of several appointments, each of which is still where the page
 *  showed it. `ask`: the patient gets a link to choose another time. `to` is needed to move. Patients read the
 *  message. */
export const manyResolutions = z
  .object({
    action: z.enum(['move', 'ask', 'cancel'], 'move, ask or cancel'),
    appointments: z
      .array(
        z.object({
          ...{ _id: z.uuid('The id of an appointment is needed'), date: mediumDate, slot },
          to: z.optional(place),
        }),
      )
      .check(
        z.minLength(1, 'Choose at least one appointment'),
        z.maxLength(maxResolved, `At most ${maxResolved} at once`),
      ),
    message: optionalText(500),
  })
  .check(
    z.refine(({ action, appointments }) => action !== 'move' || appointments.every(({ to }) => to), {
      error: 'Say where each appointment moves',
      path: ['appointments'],
    }),
  )
export type ManyResolutions = z.output<typeof manyResolutions>
/** The same before parsing, as the page sends it. */
export type ManyResolutionsInput = z.input<typeof manyResolutions>
export type Resolution = z.output<typeof resolution>
/** The same before parsing, as the page sends it. */
export type ResolutionInput = z.input<typeof resolution>
