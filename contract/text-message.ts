import { z } from 'zod/mini'
import { messageKind } from './message.ts'

/** What became of a text message. `sent`: the provider has it; `delivered`: the phone has it; `failed`: it can't be
 *  delivered; `refused`: the provider does not take it, or the patient has stopped them; `outdated`: it was no longer
 *  right when it was to go; `kept`: it stayed in the outbox, because there was no provider. */
export const textStates = ['waiting', 'sent', 'delivered', 'failed', 'refused', 'outdated', 'kept'] as const
export type TextState = (typeof textStates)[number]

/** Who or what ended an agreement to text messages: the patient in their account or by an answer such as STOP, staff,
 *  or the end of what it was for. */
export const consentEnders = ['patient', 'stop', 'staff', 'access-ended', 'died'] as const
export type ConsentEnder = (typeof consentEnders)[number]

/** How the clinic knows that a number is the patient's: they entered a code that it got, staff typed it, it answered
 *  START, or they agreed before codes were asked for. */
export const consentProofs = ['code', 'staff', 'answer', 'earlier'] as const
export type ConsentProof = (typeof consentProofs)[number]

/** What a patient reads who chooses to hear by text message. It is kept with their choice. */
export const textConsentWording =
  'We text you about your appointments at the first phone number. Your provider may charge you for messages. Reply STOP to end them.'

/** Response of `GET /desk/patients/{id}/texts`: the agreement that counts, to a number in E.164, and the latest hundred
 *  text messages, newest first, without what they say. */
export const patientTexts = z.object({
  agreement: z.optional(z.object({ phone: z.string(), givenAt: z.iso.datetime(), givenBy: z.string() })),
  texts: z.array(
    z.object({
      ...{ _id: z.uuid(), kind: messageKind, phone: z.string(), createdAt: z.iso.datetime() },
      state: z.enum(textStates),
    }),
  ),
})
export type PatientTexts = z.infer<typeof patientTexts>
