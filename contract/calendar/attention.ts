import { z } from 'zod/mini'
import { slot } from '../kit/time/slot.ts'
import { deskReach } from '../patient/reach.ts'
import { affected, misfit } from './calendar.ts'

/** What patients are told by phone: the appointment moved or is cancelled, or they may choose another time. */
export const callKinds = ['moved', 'cancelled', 'choose'] as const
export type CallKind = (typeof callKinds)[number]

/** Response of `GET /calendar/attention`: the upcoming appointments that do not fit the rules, in order of their
 *  start. `doctor` is a name. `askedAt`: when the patient got a link to choose another time. `reach`: how they hear
 *  of what the clinic changes. */
export const attentionList = z.array(
  z.extend(affected, {
    reason: misfit,
    doctor: z.optional(z.string()),
    patient: z.string(),
    phone: z.string(),
    paid: z.boolean(),
    askedAt: z.optional(z.iso.datetime()),
    reach: deskReach,
  }),
)
export type AttentionItem = z.infer<typeof attentionList>[number]

const doctorChoice = z.object({ _id: z.uuid(), name: z.string() })

/** Response of `GET /calendar/attention/{id}/times`: the times to which an appointment can move on a day, with the
 *  doctors who are free; none if it needs no doctor. */
export const moveTimes = z.array(z.object({ slot: z.string(), doctors: z.array(doctorChoice) }))

/** Response of `POST /calendar/attention/{id}`: the number of appointments that still need attention. */
export const resolved = z.object({ needAttention: z.int() })

/** The most appointments that one call resolves. */
export const maxResolved = 50

/** Body of `POST /calendar/attention/plan`. */
export const planRequest = z.object({
  ids: z.array(z.uuid('The id of an appointment is needed')).check(z.maxLength(500)),
})

/** Response of `POST /calendar/attention/plan`: for each appointment the best free time, all at different times or
 *  dentists; without `to`, none was found. */
export const movePlan = z.array(
  z.object({
    _id: z.uuid(),
    to: z.optional(z.object({ date: z.string(), slot, doctor: z.optional(doctorChoice) })),
  }),
)
export type MovePlan = z.infer<typeof movePlan>

/** Response of `POST /calendar/attention`: what became of each appointment, in the order of the request. `problem` is a
 *  sentence. */
export const resolvedMany = z.object({
  results: z.array(z.object({ _id: z.uuid(), done: z.boolean(), problem: z.optional(z.string()) })),
  needAttention: z.int(),
})

/** A patient whom staff tell by phone what became of an appointment, which is now at `date` and `slot`. `from`: when it
 *  was before. `calledBy`: the email of whoever called. */
const patientCall = z.object({
  ...{ _id: z.uuid(), patientId: z.string(), patientName: z.string(), phone: z.string() },
  kind: z.enum(callKinds),
  ...{ treatment: z.string(), date: z.string(), slot, doctor: z.optional(z.string()) },
  from: z.object({ date: z.string(), slot }),
  ...{ message: z.string(), createdAt: z.iso.datetime() },
  ...{ calledAt: z.optional(z.iso.datetime()), calledBy: z.optional(z.string()) },
})
export type PatientCall = z.infer<typeof patientCall>

/** Response of `GET /desk/calls`: those who are still to be called, in order of the earlier of their former and their
 *  new day, and the last fifty who were. `textLimit`: the most text messages on a day, if as many were sent today, so
 *  that patients hear by email or are called. */
export const patientCalls = z.object({
  open: z.array(patientCall),
  called: z.array(patientCall),
  textLimit: z.optional(z.int()),
})

/** Body of `PATCH /desk/calls/{id}`. */
export const callRequest = z.object({ called: z.boolean('true or false') })
