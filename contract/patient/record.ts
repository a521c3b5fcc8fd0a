import { z } from 'zod/mini'
import { appointmentStatus } from '../desk/day.ts'
import { listQuery } from '../kit/list.ts'
import { email } from '../kit/text/email.ts'
import { plainText } from '../kit/text/plain-text.ts'
import { newPatient, patientAnswer, patientValues, shownPatient } from './fields.ts'
import { patientFound } from './found.ts'
import { joinWays, patientId, relation, tieWays } from './patient.ts'

/** An appointment on a patient's record. `date` in the medium format, amounts in dollars. `upcoming`: it has not ended
 *  and is expected. `owed`: it took place, or has a fee for not coming, and is not paid.
 *  `toPay` is what is left to pay, also before it takes place. */
const recordedAppointment = z.object({
  _id: z.uuid(),
  date: z.string(),
  slot: z.string(),
  treatment: z.string(),
  doctor: z.optional(z.string()),
  status: appointmentStatus,
  upcoming: z.boolean(),
  price: z.number(),
  paidAt: z.optional(z.iso.datetime()),
  refunding: z.number(),
  refunded: z.number(),
  owed: z.boolean(),
  toPay: z.optional(z.number()),
})
export type RecordedAppointment = z.infer<typeof recordedAppointment>

/** What two patients have in common, so that they are probably one person. */
const samenesses = ['email', 'phone', 'birth-date'] as const
const sameness = z.enum(samenesses)
export type Sameness = z.infer<typeof sameness>

/** A patient who is probably the same person. */
const likelyDuplicate = z.extend(patientFound, { same: z.array(sameness) })
export type LikelyDuplicate = z.infer<typeof likelyDuplicate>

/** Response 409 of the calls that add a patient who is probably there already. */
export const likelyDuplicates = z.object({
  code: z.literal('likely-duplicate'),
  detail: z.string(),
  patients: z.array(likelyDuplicate),
})

/** An account that may act for a patient. `relation`: what the patient is to the account's owner. `way`: how it came
 *  to act, `madeBy`: who arranged that, empty for the account itself. `seesNothing`: the patient has come of age and
 *  has not agreed yet. */
const actingAccount = z.object({
  ...{ email: z.string(), relation, confirmed: z.boolean(), since: z.iso.datetime() },
  ...{ way: z.enum(tieWays), madeBy: z.string(), seesNothing: z.boolean() },
})

/** A record that became part of this one. `undoUntil`: until when it can be separated again, if at all. */
const recordJoin = z.object({
  ...{ _id: z.uuid(), name: z.string(), way: z.enum(joinWays), madeBy: z.string(), madeAt: z.iso.datetime() },
  undoUntil: z.optional(z.iso.datetime()),
})
export type RecordJoin = z.infer<typeof recordJoin>

/** What somebody did with a patient's data, as the audit trail has it. */
const recordedAccess = z.object({ at: z.iso.datetime(), actor: z.string(), action: z.string(), target: z.string() })

/** Response of `GET /desk/patients/{id}`. `_id` is another one if the record was merged into another. `account`: the
 *  email of the patient's own account, whose owner changes it. `awaitsConfirmation`: an account has the patient's
 *  email, or a link to make one went there, and its owner has not opened the link yet. `died`: when and by whom it was
 *  noted that they have died; without `by` that is not known. `owed` in dollars. `accesses`: the latest hundred. */
export const patientRecord = z.object({
  _id: z.string(),
  ...{ fields: shownPatient, emailConfirmed: z.boolean() },
  awaitsConfirmation: z.optional(z.literal(true)),
  account: z.optional(z.string()),
  createdAt: z.iso.datetime(),
  erasedAt: z.optional(z.iso.datetime()),
  died: z.optional(z.object({ at: z.iso.datetime(), by: z.optional(z.string()) })),
  appointments: z.array(recordedAppointment),
  owed: z.number(),
  noShows: z.int(),
  accounts: z.array(actingAccount),
  joins: z.array(recordJoin),
  duplicates: z.array(likelyDuplicate),
  accesses: z.array(recordedAccess),
})
export type PatientRecord = z.infer<typeof patientRecord>

/** Body of `PATCH /desk/patients/{id}`: the fields that change, and what the page showed of them (`seen`). A field that
 *  somebody else has changed since is refused. */
export const patientChange = z.object({
  seen: z.partial(patientAnswer),
  change: z.partial(patientValues),
})
export type PatientChange = z.infer<typeof patientChange>

/** What happens to a new email. `link-sent`: its owner gets a link to make an account. `has-account`: an account has it
 *  already. */
const newEmail = z.enum(['link-sent', 'has-account'])

/** Response of `PATCH /desk/patients/{id}`, and of a merge. */
export const patientChanged = z.object({ success: z.literal(true), newEmail: z.optional(newEmail) })

/** Body of `POST /desk/patients`. With `addAnyway` they are added although they are probably there already. Requests
 *  with the same `requestId` add one patient. */
export const patientToAdd = z.object({
  fields: newPatient,
  addAnyway: z.optional(z.boolean()),
  requestId: z.uuid({ error: 'A UUID is needed' }),
})
export type PatientToAdd = z.infer<typeof patientToAdd>
/** The same before parsing, as the page sends it. */
export type PatientToAddInput = z.input<typeof patientToAdd>
export const patientAdded = z.object({ success: z.literal(true), _id: z.string(), newEmail: z.optional(newEmail) })

export const patientParams = z.object({ id: patientId })
export const joinParams = z.object({ id: patientId, joinId: z.uuid({ error: 'Not the id of a merge' }) })

/** Response of `POST /desk/patients/{id}/code`: the code for the patient, which nobody can read later. */
export const recordCode = z.object({ code: z.string(), expiresAt: z.iso.datetime() })

export const patientAccountParams = z.object({ id: patientId, email })

/** What a patient can be to an account that staff add; its own patient is there already. */
const addedRelation = z.enum(['child', 'partner', 'parent', 'other'], {
  error: 'One of: child, partner, parent, other',
})

/** Body of `POST /desk/patients/{id}/accounts`. `reason`: why they may, for the audit trail. */
export const accountToAdd = z.object({ email, relation: addedRelation, reason: plainText('A reason is needed', 200) })
export type AccountToAdd = z.infer<typeof accountToAdd>

/** Query of `GET /desk/patients/list`. `died`: those who have died, too; `staff`: members of the staff who are
 *  no patients, because the clinic has no appointment, payment or note of them. */
export const patientListQuery = z.extend(listQuery, {
  staff: z._default(z.stringbool({ error: 'true or false' }), false),
  died: z._default(z.stringbool({ error: 'true or false' }), false),
  sort: z._default(z.enum(['newest', 'name', 'last-name'], { error: 'One of: newest, name, last-name' }), 'last-name'),
})
export type PatientListQuery = z.infer<typeof patientListQuery>
