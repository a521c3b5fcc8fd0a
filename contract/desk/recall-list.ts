import { z } from 'zod/mini'
import { pageQuery } from '../kit/list.ts'
import { patientId } from '../patient/patient.ts'
import { deskReach } from '../patient/reach.ts'
import { months } from '../recall-months.ts'

/** Query of `GET /desk/recalls`: all who are due, or those whom staff should call. */
export const recallQuery = z.extend(pageQuery, {
  show: z._default(z.enum(['call', 'all'], { error: 'One of: call, all' }), 'call'),
})
export type RecallQuery = z.infer<typeof recallQuery>

/** A patient who is due. `_id` is the patient's. `reach`: how an invitation reaches them. `dueOn`: since when. Days
 *  in the medium format, instants as ISO 8601. */
export const dueForRecall = z.object({
  _id: z.string(),
  name: z.string(),
  reach: deskReach,
  phone: z.optional(z.string()),
  dueOn: z.string(),
  treatments: z.array(z.object({ name: z.string(), lastVisit: z.string() })),
  invitedAt: z.optional(z.iso.datetime()),
  calledAt: z.optional(z.iso.datetime()),
})
export type DueForRecall = z.infer<typeof dueForRecall>

export const recallParams = z.object({ id: patientId })

/** Body of `POST /desk/recalls/{id}`: what staff did about a patient's recalls. */
export const recallChange = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('called') }),
    z.object({ action: z.literal('snooze'), months }),
    z.object({ action: z.literal('stop') }),
    z.object({ action: z.literal('start') }),
  ],
  { error: 'One of: called, snooze, stop, start' },
)
export type RecallChange = z.infer<typeof recallChange>

/** Response of `GET /desk/recalls/{id}`: whether a patient is invited back. Days in the medium format. */
export const recallChoice = z.object({
  stoppedAt: z.optional(z.iso.datetime()),
  snoozedUntil: z.optional(z.string()),
})
export type RecallChoice = z.infer<typeof recallChoice>
