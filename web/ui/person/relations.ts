import type { Relation } from '#contract/patient/patient.ts'

/** What a person is to the owner of an account, in words. */
export const relationWords: Record<Relation, string> = {
  self: 'You',
  child: 'Your child',
  partner: 'Your partner',
  parent: 'Your parent',
  other: 'Another person',
}
