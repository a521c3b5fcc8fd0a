import { z } from 'zod/mini'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { slot } from '../kit/time/slot.ts'
import { booking } from './booking.ts'

/** Why a patient cancels. */
export const cancelReasons = ['ill', 'no-time', 'not-needed', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Body of `POST /booking/{id}/cancel`. */
export const cancelRequest = z.object({
  reason: z.enum(cancelReasons, { error: 'Choose a reason' }),
})

/** Response of `POST /booking/{id}/cancel`. `refund`: the dollars that go back; `refundAtDesk`: those of them that the
 *  desk gives back, the others go to the card. */
export const cancelled = z.object({
  success: z.literal(true),
  refund: z.optional(z.number()),
  refundAtDesk: z.optional(z.number()),
})

/** Body of `PATCH /booking/{id}/time`. `doctor` is the id of the only dentist that the patient accepts. */
export const moveRequest = z.object({
  date: mediumDate,
  slot,
  doctor: z.optional(z.uuid({ error: 'A dentist’s id is needed' })),
})
export type MoveForm = z.input<typeof moveRequest>

/** Response of `PATCH /booking/{id}/time`: the appointment at its new time. */
export const moved = z.object({ success: z.literal(true), booking })
