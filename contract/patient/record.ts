import { z } from 'zod/mini'
import { appointmentStatus } from '../desk/day.ts'
import { listQuery } from '../kit/list.ts'
import { email } from '../kit/text/email.ts'
import { plainText, textOrEmpty } from '../kit/text/plain-text.ts'
import { isoDateOrEmpty } from '../kit/time/iso-date.ts'
import { patientFound } from './found.ts'
import { birthDate, contactWay, joinWays, patientId, relation, tieWays } from './patient.ts'

const maxPhones = 10
const maxNotes = 20_000

const phone = plainText('A phone number is needed', 40).check(
  z.refine((text) => (text.match(/\p{Nd}/gu) ?? []).length >= 3, 'A phone number has at least 3 digits'),
)

// Line breaks and tabs are what notes need of the control characters.
const notes = z
  .string('Text is needed')
  .check(
    z.trim(),
    z.maxLength(maxNotes, `Must be ${maxNotes} characters or shorter`),
    z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Must not contain control characters'),
  )

/** What staff can change about a patient. An empty text: not known. `language` is a tag of BCP 47. */
export const patientFields = z.object({
  name: plainText('Name is Required', 100),
  birthDate,
  phones: z.array(phone).check(z.maxLength(maxPhones, `At most ${maxPhones} phone numbers`)),
  email: z.union([z.literal(''), email], { error: 'Provide a valid Email' }),
  language: textOrEmpty(35).check(z.regex(/^([a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*)?$/, 'A language such as de or en-US')),
  contact: contactWay,
  notes,
})
export type PatientFields = z.infer<typeof patientFields>
export type PatientField = keyof PatientFields

const storedFields = z.object({
  ...{ name: z.string(), birthDate: z.string(), phones: z.array(z.string()), email: z.string() },
  ...{ language: z.string(), contact: contactWay, notes: z.string() },
})

/** An appointment on a patient's record. `date` in the medium format, amounts in dollars. `upcoming`: it has not ended
 *  and is expected. `owed`: it took place and is not paid. */
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
 *  email of the patient's own account, whose owner changes it. `died`: when and by whom it was noted that they have
 *  died; without `by` that is not known. `owed` in dollars. `accesses`: the latest hundred. */
export const patientRecord = z.object({
  _id: z.string(),
  ...{ fields: z.extend(storedFields, { birthDate: isoDateOrEmpty }), emailConfirmed: z.boolean() },
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
  seen: z.partial(storedFields),
  change: z.partial(patientFields),
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
  fields: z.object({
    name: patientFields.shape.name,
    birthDate: z._default(birthDate, ''),
    phones: z._default(patientFields.shape.phones, []),
    email: z._default(patientFields.shape.email, ''),
    language: z._default(patientFields.shape.language, ''),
    contact: z._default(contactWay, 'email'),
    notes: z._default(notes, ''),
  }),
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
  sort: z._default(z.enum(['newest', 'name'], { error: 'One of: newest, name' }), 'name'),
})
export type PatientListQuery = z.infer<typeof patientListQuery>
