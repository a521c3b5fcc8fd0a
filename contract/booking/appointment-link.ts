import { z } from 'zod/mini'
import { slot } from '../kit/time/slot.ts'
import { cancelRequest, moveRequest } from './change-booking.ts'

const token = z.string({ error: 'The token of a link is needed' }).check(z.maxLength(256, 'This token is too long'))

/** Body of `POST /appointment-link`: the token in the fragment of a link in an email. */
export const linkRequest = z.object({ token })

/** Body of `POST /appointment-link/move`. */
export const linkMoveRequest = z.extend(moveRequest, { token })

/** Body of `POST /appointment-link/cancel`. */
export const linkCancelRequest = z.extend(cancelRequest, { token })

/** What the holder of a link can do with its appointment. `changeable`: move and cancel it. `too-late`: move it. In every other state nothing:
 *  the appointment has begun, is over or is cancelled. */
const linkState = z.enum(['changeable', 'too-late', 'begun', 'over', 'cancelled'])

/** The appointment of a link: `date` in the medium format, `doctor` the name of the dentist, if it has one. It can be cancelled until
 *  `cancelUntil`, an ISO 8601 instant. `refund`: the dollars that go back to the card if it is
 *  cancelled, or since it was. */
export const linkedAppointment = z.object({
  state: linkState,
  treatmentId: z.uuid(),
  treatment: z.string(),
  date: z.string(),
  slot,
  doctor: z.optional(z.string()),
  cancelUntil: z.iso.datetime(),
  refund: z.optional(z.number()),
})
export type LinkedAppointment = z.infer<typeof linkedAppointment>

/** Response of `POST /appointment-link/move`: the appointment at its new time. */
export const linkMoved = z.object({ success: z.literal(true), appointment: linkedAppointment })

/** The `code` of a refusal because the token was not issued by this server. */
export const invalidLink = 'invalid-link'
