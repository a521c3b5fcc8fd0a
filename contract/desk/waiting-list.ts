import { z } from 'zod/mini'
import { isInOrder, shownWish, waitingEntry, wish } from '../booking/waiting-list.ts'
import { offerStates } from '../booking/waiting-offer.ts'
import { slot } from '../kit/time/slot.ts'
import { patientId } from '../patient/patient.ts'
import { newPatient } from './new-appointment.ts'

/** Body of `POST /desk/waiting-list`: what a patient, known or new, waits for. Requests with the same `requestId` add a
 *  new patient once. */
export const callerRequest = z
  .extend(wish, {
    // Of the two the second has fields to correct.
    patient: z.union([z.object({ id: patientId }), newPatient], {
      error: ({ errors }) => (Array.isArray(errors) && errors[1]?.[0]?.message) || 'A patient is needed',
    }),
    booking: z.optional(z.uuid({ error: 'A booking’s id is needed' })),
    requestId: z.uuid({ error: 'A UUID is needed' }),
  })
  .check(isInOrder)
export type CallerRequest = z.infer<typeof callerRequest>
export type CallerForm = z.input<typeof callerRequest>

/** An entry of the waiting list as staff see it, with what was offered: `date` in the medium format. `addedBy`: the
 *  email of the staff who added it. */
export const deskWaiting = z.extend(shownWish, {
  ...waitingEntry.shape,
  phone: z.optional(z.string()),
  email: z.optional(z.string()),
  addedBy: z.optional(z.string()),
  offers: z.array(z.object({ date: z.string(), slot, sentAt: z.iso.datetime(), state: z.enum(offerStates) })),
})
export type DeskWaiting = z.infer<typeof deskWaiting>

/** Response 201 of `POST /desk/waiting-list`. */
export const callerAdded = z.object({ success: z.literal(true), entry: deskWaiting, patientAdded: z.boolean() })
