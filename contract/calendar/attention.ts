import { z } from 'zod/mini'
import { optionalText } from '../kit/text/plain-text.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'
import { affected, misfit } from './calendar.ts'

/** Response of `GET /calendar/attention`: the upcoming appointments that do not fit the rules, in order of their start. `doctor` is a name. */
export const attentionList = z.array(
  z.extend(affected, {
    reason: misfit,
    doctor: z.optional(z.string()),
    patient: z.string(),
    phone: z.string(),
    paid: z.boolean(),
  }),
)
export type AttentionItem = z.infer<typeof attentionList>[number]

const doctorChoice = z.object({ _id: z.uuid(), name: z.string() })

/** Response of `GET /calendar/attention/{id}/times`: the times to which an appointment can move on a day, with the doctors who are free; none
 *  if it needs no doctor. */
export const moveTimes = z.array(z.object({ slot: z.string(), doctors: z.array(doctorChoice) }))

/** Body of `POST /calendar/attention/{id}`: moves an appointment to another time, keeps it in spite of the rules, or cancels it. The note is
 *  for staff. `doctor` is the id of the only doctor who may take it. */
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

/** Response of `POST /calendar/attention/{id}`: the number of appointments that still need attention. */
export const resolved = z.object({ needAttention: z.int() })
