import { z } from 'zod/mini'
import { email } from '../kit/text/email.ts'
import { plainText, textOrEmpty } from '../kit/text/plain-text.ts'
import { contactWay, otherRelations, patientId, relation } from './patient.ts'

const maxPhones = 5

/** What a new person may be to the account; its own patient is there already. */
const otherRelation = z.enum(otherRelations, { error: 'One of: child, partner, parent, other' })

/** A birth date as YYYY-MM-DD, or empty if it is not known. */
const birthDate = z.union([z.literal(''), z.iso.date()], { error: 'A date such as 2014-05-03 is needed' }).check(
  z.refine((text) => text === '' || text >= '1880-01-01', 'Check the year'),
  z.refine((text) => text === '' || Date.parse(text) <= Date.now(), 'This day is in the future'),
)

const name = plainText('Name is Required', 100)

/** A person for whom the account may act, the account's own patient first. `isEditable`: the account may change their
 *  data, because they have no account of their own. `others`: the other accounts that may act for them. `recalls`:
 *  whether the clinic may invite them when a treatment is due again. */
export const person = z.object({
  _id: z.string(),
  name: z.string(),
  relation,
  birthDate: z.string(),
  phones: z.array(z.string()),
  language: z.string(),
  contact: contactWay,
  recalls: z.optional(z.boolean()),
  isEditable: z.boolean(),
  others: z.array(z.object({ userId: z.string(), email: z.string(), relation })),
})
export type Person = z.infer<typeof person>

/** Body of `POST /account/patients`. */
export const newPerson = z.object({ name, birthDate: z._default(birthDate, ''), relation: otherRelation })
export type NewPerson = z.input<typeof newPerson>

/** Body of `PATCH /account/patients/{id}`: the fields that change. `language` is a tag of BCP 47, empty if unknown. */
export const personChange = z.partial(
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
export type PersonChange = z.infer<typeof personChange>

/** Body of `POST /account/patients/{id}/share`: who else may act for the person. `self`: the person themselves, who
 *  then has an account of their own. */
export const shareRequest = z.object({ email, relation })
export type ShareRequest = z.infer<typeof shareRequest>

/** Body of `POST /account/patients/accept`: the token of the link in the email. */
export const acceptRequest = z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) })

export const personParams = z.object({ id: patientId })
export const personAccountParams = z.object({ id: patientId, userId: z.string().check(z.maxLength(100)) })
