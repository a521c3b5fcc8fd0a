import { z } from 'zod/mini'
import { isoDateOrEmpty } from '../kit/time/iso-date.ts'

/** The id of a patient. */
export const patientId = z
  .string({ error: 'A patient’s id is needed' })
  .check(z.minLength(1, 'A patient’s id is needed'), z.maxLength(100), z.regex(/^\P{Cc}*$/u))

/** What a patient who is not the owner of the account is to it. */
export const otherRelations = ['child', 'partner', 'parent', 'other'] as const

/** What a patient is to the account that may act for them. */
export const relations = ['self', ...otherRelations] as const
export const relation = z.enum(relations, { error: 'One of: self, child, partner, parent, other' })
export type Relation = z.infer<typeof relation>

/** How a tie of an account to a patient was made: by the sign-up, for a person whom the account added, by the patient
 *  who reached their record, by a link that a third account accepted, by staff, or before ties noted it. */
export const tieWays = ['sign-up', 'added', 'this-is-me', 'accepted', 'desk', 'former'] as const
export type TieWay = (typeof tieWays)[number]

/** How two records became one: their person reached the older one from their account, or staff merged them. */
export const joinWays = ['this-is-me', 'desk'] as const
export type JoinWay = (typeof joinWays)[number]

/** How a patient wants to hear from the clinic. */
export const contactWays = ['email', 'sms', 'phone', 'none'] as const
export const contactWay = z.enum(contactWays, { error: 'One of: email, sms, phone, none' })
export type ContactWay = z.infer<typeof contactWay>

/** A birth date as YYYY-MM-DD, or empty if it is not known. */
export const birthDate = isoDateOrEmpty.check(
  z.refine((text) => text === '' || text >= '1880-01-01', 'Check the year'),
  z.refine((text) => text === '' || Date.parse(text) <= Date.now(), 'This day is in the future'),
)
