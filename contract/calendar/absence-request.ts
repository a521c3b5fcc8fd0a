import { z } from 'zod/mini'
import { plainText } from '../kit/text/plain-text.ts'

/** What became of a dentist's request for an absence. */
const requestState = z.enum(['open', 'accepted', 'refused', 'withdrawn'])
export type RequestState = z.infer<typeof requestState>

/** Body of `POST /absence-requests/{id}/refuse`: the sentence that the dentist reads. */
export const requestRefusal = z.object({ reason: plainText('Say why', 200) })

/** Response of `GET /absence-requests`: for admins the open requests, oldest first; for a dentist the own ones that
 *  have not ended, newest first. Days in the medium format. `reason`: why it was refused. */
export const absenceRequests = z.array(
  z.object({
    _id: z.uuid(),
    doctorId: z.uuid(),
    doctor: z.string(),
    firstDay: z.string(),
    lastDay: z.string(),
    note: z.string(),
    state: requestState,
    reason: z.optional(z.string()),
  }),
)
export type AbsenceRequest = z.infer<typeof absenceRequests>[number]

/** Response of `POST /absence-requests`. */
export const absenceRequested = z.object({ insertedId: z.uuid() })
