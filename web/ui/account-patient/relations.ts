import type { Relation, TieWay } from '#contract/patient/patient.ts'

/** What a person is to the owner of an account, in words. */
export const relationWords: Record<Relation, string> = {
  self: 'You',
  child: 'Your child',
  partner: 'Your partner',
  parent: 'Your parent',
  other: 'Another person',
}

/** How an account began to act for a person, before the day on which it did. */
export const wayWords: Record<TieWay, string> = {
  'sign-up': 'Signed up on',
  added: 'Added you on',
  'this-is-me': 'Named the birth date on',
  accepted: 'Accepted a link on',
  desk: 'Added by our desk on',
  former: 'Since',
}
