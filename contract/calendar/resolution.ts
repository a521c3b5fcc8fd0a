import { z } from 'zod/mini'
import { optionalText } from '../kit/text/plain-text.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'

/** Body of `POST /calendar/attention/{id}`: moves an appointment to another time, keeps it in spite of the rules, or
 *  cancels it. The note is for staff. `doctor` is the id of the only doctor who may take it. */
export const resolution = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('move'),
    date: mediumDate,
    slot,
    doctor: z.optional(z.uuid('The id of a doctor is needed')),
  }),
  z.object({ action: z.literal('keep'), note: optionalText(200) }),
  z.object({ action: z.literal('cancel') }),
])
export type Resolution = z.output<typeof resolution>
/** The same before parsing, as the page sends it. */
export type ResolutionInput = z.input<typeof resolution>
