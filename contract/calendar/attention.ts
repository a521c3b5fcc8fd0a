import { z } from 'zod/mini'
import type { Calls } from '../kit/call.ts'
import { mediumDate } from '../kit/time/clinic-date.ts'
import { affected, misfit } from './calendar.ts'
import { resolution } from './resolution.ts'

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

/** Response of `POST /calendar/attention/{id}`: the number of appointments that still need attention. */
export const resolved = z.object({ needAttention: z.int() })

/** The calls about appointments that do not fit the rules. */
export const attentionCalls = {
  listAttention: {
    method: 'GET',
    path: '/calendar/attention',
    access: { staff: 'read-calendar' },
    answers: { 200: attentionList },
  },
  listMoveTimes: {
    method: 'GET',
    path: '/calendar/attention/:id/times',
    access: { staff: 'read-calendar' },
    params: z.object({ id: z.uuid('Not a booking id') }),
    query: z.object({ date: mediumDate }),
    answers: { 200: moveTimes },
  },
  resolveAttention: {
    method: 'POST',
    path: '/calendar/attention/:id',
    access: { staff: 'change-calendar' },
    params: z.object({ id: z.uuid('Not a booking id') }),
    body: resolution,
    answers: { 200: resolved },
  },
} as const satisfies Calls
