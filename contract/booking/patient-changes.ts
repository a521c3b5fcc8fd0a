import { z } from 'zod/mini'
import type { AppointmentStatus } from '../desk/day.ts'

/** What a patient can do with an appointment. `changeable`: move and cancel it. `too-late`: move it. In every other
 *  state nothing: the appointment has begun, is over or is cancelled. */
const patientState = z.enum(['changeable', 'too-late', 'begun', 'over', 'cancelled'])
export type PatientState = z.infer<typeof patientState>

/** What a patient can still do with an appointment. It can, or could, be cancelled until `cancelUntil`, an ISO 8601
 *  instant; absent if that had passed when its time was chosen. `refund`: the dollars that go back if it is cancelled,
 *  or since it was; `refundAtDesk`: those of them that the desk gives back, the others go to the card.
 *  `movesByPhone`: only the clinic moves it, because its treatment can't be booked online. */
export const patientChanges = z.object({
  state: patientState,
  cancelUntil: z.optional(z.iso.datetime()),
  refund: z.optional(z.number()),
  refundAtDesk: z.optional(z.number()),
  movesByPhone: z.optional(z.literal(true)),
})
export type PatientChanges = z.infer<typeof patientChanges>

/** An appointment, with the instants at which it was booked and its present time was chosen. */
type Appointment = { status: AppointmentStatus; startsAt: Date; endsAt: Date; createdAt: Date; scheduledAt: Date }

/** Patients cancel free of charge until `freeCancelHours` before an appointment, and for `graceMinutes` after they
 *  booked it. */
export type CancelPolicy = { freeCancelHours: number; graceMinutes: number }

/** Returns what a patient can still do with an appointment at `now`. Pages, emails and the rule that refuses a change
 *  follow it. */
export function changesAt(
  { status, startsAt, endsAt, createdAt, scheduledAt }: Appointment,
  policy: CancelPolicy,
  now: Date,
): { state: PatientState; cancelUntil?: Date } {
  if (status === 'cancelled') return { state: status }
  if (status === 'done' || status === 'no-show' || endsAt <= now) return { state: 'over' }
  // The patient may arrive before the start.
  if (status === 'arrived' || startsAt <= now) return { state: 'begun' }
  const cancelUntil = lastCancellation({ startsAt, createdAt }, policy, now)
  return {
    state: now > cancelUntil ? 'too-late' : 'changeable',
    ...(cancelUntil > scheduledAt && { cancelUntil }),
  }
}

/** How far the clocks of the database and of the instances may be apart. */
const skewMs = 60_000

/** Returns until when an appointment can be cancelled. The grace counts from the booking, so that a move does not renew
 *  it, and ends when the appointment begins. */
function lastCancellation(
  { startsAt, createdAt }: Pick<Appointment, 'startsAt' | 'createdAt'>,
  { freeCancelHours, graceMinutes }: CancelPolicy,
  now: Date,
): Date {
  const deadline = startsAt.getTime() - freeCancelHours * 3_600_000
  const hasGrace = graceMinutes > 0 && createdAt.getTime() <= now.getTime() + skewMs
  const graceEnd = Math.min(createdAt.getTime() + graceMinutes * 60_000, startsAt.getTime())
  return new Date(hasGrace ? Math.max(deadline, graceEnd) : deadline)
}
