import type { Relation, TieWay } from '#contract/patient/patient.ts'

/** What a patient is to an account, in words. */
export const relationNames: Record<Relation, string> = {
  self: 'Their own account',
  child: 'For their child',
  partner: 'For their partner',
  parent: 'For their parent',
  other: 'For somebody else',
}

/** How an account began to act for a patient, before the day on which it did. */
export const wayNames: Record<TieWay, string> = {
  'sign-up': 'Signed up',
  added: 'Added them',
  'this-is-me': 'Named the birth date or a code',
  accepted: 'Accepted a link',
  desk: 'Added by the desk',
  former: 'Since',
}

/** Returns the English name of a language (BCP 47); the tag itself if it has none. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag
}
