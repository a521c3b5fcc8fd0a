import { z } from 'zod/mini'
import { contactWay, relation } from '../patient/patient.ts'

/** The most past treatments in an answer. */
export const maxPast = 20

/** An appointment in short. `date` in the medium format. `doctor`: a name, absent without one. */
const visit = z.object({
  ...{ date: z.string(), slot: z.string(), treatment: z.string() },
  doctor: z.optional(z.string()),
})
export type Visit = z.infer<typeof visit>

/** How a patient is reached. `accounts`: those that act for them. `emailConfirmed`: a link there was opened;
 *  absent if nobody was asked to. */
const means = z.object({
  phones: z.array(z.string()),
  ...{ email: z.string(), emailConfirmed: z.optional(z.boolean()), contact: contactWay },
  accounts: z.array(z.object({ name: z.string(), email: z.string(), relation })),
})

/** Response of `GET /desk/appointments/{id}/patient`: what whoever treats the patient must know. `birthDate` as
 *  YYYY-MM-DD. `past`: treatments that are done, the latest first. `next`: the next appointment. Neither has the
 *  appointment itself. `means`: for callers who may read the record. `owed` in dollars, over all appointments: for
 *  callers who may read payments. */
export const patientFacts = z.object({
  birthDate: z.optional(z.string()),
  ...{ alerts: z.array(z.string()), notes: z.string() },
  past: z.array(visit),
  next: z.optional(visit),
  means: z.optional(means),
  owed: z.optional(z.number()),
})
export type PatientFacts = z.infer<typeof patientFacts>
