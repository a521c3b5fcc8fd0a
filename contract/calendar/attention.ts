import { z } from 'zod/mini'
import { affected, misfit } from './calendar.ts'

/** Response of `GET /calendar/attention`: the upcoming appointments that do not fit the rules, in order of their start.
 *  `doctor` is a name. */
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

/** Response of `GET /calendar/attention/{id}/times`: the times to which an appointment can move on a day, with the
 *  doctors who are free; none if it needs no doctor. */
export const moveTimes = z.array(z.object({ slot: z.string(), doctors: z.array(doctorChoice) }))

/** Response of `POST /calendar/attention/{id}`: the number of appointments that still need attention. */
export const resolved = z.object({ needAttention: z.int() })
