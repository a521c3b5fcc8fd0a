import { z } from 'zod/mini'
import { email } from '../kit/text/email.ts'
import { plainText, textOrEmpty } from '../kit/text/plain-text.ts'
import { isoDateOrEmpty } from '../kit/time/iso-date.ts'
import { birthDate, contactWay, otherRelations, patientId, relation, tieWays } from './patient.ts'

const maxPhones = 5
const maxToken = 1000

/** What a new person may be to the account; its own patient is there already. */
const otherRelation = z.enum(otherRelations, { error: 'One of: child, partner, parent, other' })

const name = plainText('Name is Required', 100)

/** A person for whom the account may act, the account's own patient first. `isEditable`: the account may change their
 *  data, because they have no account of their own. `others`: the other accounts that may act for them, how each began,
 *  and whether it sees their appointments. `recalls`: whether the clinic may invite them when a treatment is due again.
 *  `seesNothing`: the person has come of age and has not agreed yet, so that the account may book for them and see
 *  nothing; then it gets their name alone. */
export const accountPatient = z.object({
  _id: z.string(),
  name: z.string(),
  relation,
  birthDate: isoDateOrEmpty,
  phones: z.array(z.string()),
  language: z.string(),
  contact: contactWay,
  recalls: z.optional(z.boolean()),
  isEditable: z.boolean(),
  seesNothing: z.optional(z.boolean()),
  others: z.array(
    z.object({
      ...{ userId: z.string(), email: z.string(), relation },
      ...{
        way: z.optional(z.enum(tieWays)),
        since: z.optional(z.iso.datetime()),
        seesNothing: z.optional(z.boolean()),
      },
    }),
  ),
})
export type AccountPatient = z.infer<typeof accountPatient>

/** Body of `POST /account/patients`. */
export const newAccountPatient = z.object({ name, birthDate: z._default(birthDate, ''), relation: otherRelation })
export type NewAccountPatient = z.input<typeof newAccountPatient>

/** Body of `PATCH /account/patients/{id}`: the fields that change. `language` is a tag of BCP 47, empty if unknown. */
export const accountPatientChange = z.partial(
  z.object({
    name,
    birthDate,
    phones: z.array(textOrEmpty(40)).check(z.maxLength(maxPhones, `At most ${maxPhones} phone numbers`)),
    language: textOrEmpty(35).check(
      z.regex(/^([a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*)?$/, 'A language such as de or en-US'),
    ),
    contact: contactWay,
    recalls: z.boolean({ error: 'true or false is needed' }),
    relation: otherRelation,
  }),
)
export type AccountPatientChange = z.infer<typeof accountPatientChange>

/** Body of `POST /account/patients/{id}/share`: who else may act for the person, and what the person is to them. */
export const shareRequest = z.object({ email, relation: otherRelation })
export type ShareRequest = z.infer<typeof shareRequest>

/** Body of `POST /account/patients/{id}/hand-over`: the address of the person themselves, whose record it is. */
export const handOverRequest = z.object({ email })
export type HandOverRequest = z.infer<typeof handOverRequest>

const linkToken = z.string().check(z.minLength(1), z.maxLength(maxToken))

/** Body of `POST /account/patients/shared`: the token of the link in the email. */
export const sharedRequest = z.object({ token: linkToken })

/** What a link offers its recipient. `act`: to act for the person. `hand-over`: their own record. */
export const sharedPatient = z.object({
  kind: z.enum(['act', 'hand-over']),
  name: z.string(),
  sharedBy: z.string(),
})
export type SharedPatient = z.infer<typeof sharedPatient>

/** Body of `POST /account/patients/accept`. To take over one's own record takes its birth date. `keepsAccess`: whoever
 *  handed it over may go on acting for the person. */
export const acceptRequest = z.object({
  token: linkToken,
  birthDate: z.optional(birthDate),
  keepsAccess: z.optional(z.boolean()),
})
export type AcceptRequest = z.infer<typeof acceptRequest>

/** Response of `GET /account/record`. `isKnown`: the clinic has a record with the account's confirmed email that no
 *  account reaches. `triesLeft`: how many more birth dates can be named. */
export const ownRecord = z.object({ isKnown: z.boolean(), triesLeft: z.int() })
export type OwnRecord = z.infer<typeof ownRecord>

/** Body of `POST /account/record`: the birth date of the record, or the code that the desk gave. `child`: the record is
 *  that of the owner's child, who is under age. */
export const recordClaim = z.object({
  birthDate: z.optional(birthDate),
  code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  whose: z.enum(['self', 'child'], { error: 'One of: self, child' }),
})
export type RecordClaim = z.infer<typeof recordClaim>

export const accountPatientParams = z.object({ id: patientId })
export const otherAccountParams = z.object({ id: patientId, userId: z.string().check(z.maxLength(100)) })
