import type { Refused } from '#contract/kit/outcome.ts'
import { inWords } from '#contract/patient/fields.ts'
import { duplicateRefusals } from '#server/desk/refusals.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { LikelyDuplicate } from '#server/patient/add.ts'
import { textRefusals } from '#server/patient/refusals.ts'
import type { TextRefusal } from '#server/patient/text-consent-store.ts'
import type { AccountRefusal } from './accounts.ts'
import type { ChangeRefusal } from './change.ts'
import type { DeathRefusal } from './death.ts'
import type { MergeRefusal } from './merge.ts'
import type { UndoRefusal } from './undo.ts'

const unknownPatient = { status: 404, sentence: 'There is no such patient.' }
const erased = {
  status: 409,
  sentence: 'The data of this person were erased, so nothing can be changed.',
}

/** The answer to a record that is not there. */
export const readRefusals: Refusals<Refused<'unknown-patient'>> = { 'unknown-patient': unknownPatient }

/** The answers to a change of a record that is refused. */
export const changeRefusals: Refusals<ChangeRefusal> = {
  'unknown-patient': unknownPatient,
  erased,
  ...textAnswers('change.contact'),
  'own-email': {
    status: 409,
    field: 'change.email',
    sentence: ({ name }) => `${name} has an account. Only its owner can change its email`,
  },
  'patient-changed': {
    status: 409,
    field: ({ field }) => `change.${field}`,
    sentence: ({ field, now }) =>
      `Somebody else has changed the ${inWords(field)} meanwhile${now === '' ? '' : `, to “${now}”`}. Nothing was saved`,
  },
}

/** The answers to staff who can't note that somebody has died. */
export const deathRefusals: Refusals<DeathRefusal> = {
  'unknown-patient': unknownPatient,
  erased,
  merged: { status: 409, sentence: 'This record has become part of another one. Open that one.' },
}

/** The answers to staff who can't change who acts for a patient. */
export const accountRefusals: Refusals<AccountRefusal> = {
  'unknown-patient': unknownPatient,
  erased,
  'unknown-account': { status: 404, field: 'email', sentence: 'There is no account with this email' },
  unconfirmed: {
    status: 409,
    field: 'email',
    sentence: ({ email }) => `Nobody has confirmed ${email} yet. Its owner must open the link in our email first`,
  },
  'acts-already': { status: 409, field: 'email', sentence: 'This account may act for the patient already' },
  'has-own-account': {
    status: 409,
    field: 'email',
    sentence: ({ name }) => `${name} has an account of their own, and books there`,
  },
  'not-acting': { status: 404, sentence: 'This account does not act for the patient, or no longer.' },
}

/** The answers to a merge that is not undone. */
export const undoRefusals: Refusals<UndoRefusal> = {
  'unknown-patient': unknownPatient,
  'unknown-join': { status: 404, sentence: 'This merge was undone already.' },
  'too-late': { status: 409, sentence: 'A merge can be undone for 30 days.' },
  'in-use': {
    status: 409,
    sentence:
      'Since the merge somebody has booked, paid, joined the waiting list or got access with this record, or it was merged again. It can’t be separated any more; remove accounts that are not theirs instead.',
  },
}

/** The answers to two records that can't be merged. */
export const mergeRefusals: Refusals<MergeRefusal> = {
  'unknown-patient': unknownPatient,
  'same-record': { status: 400, field: 'former', sentence: 'These are one record; choose another one' },
  erased: { status: 409, sentence: 'The data of one of these people were erased. Nothing was merged.' },
  'other-birth-date': {
    status: 409,
    sentence: 'They were born on different days, so they are two people. If one date is wrong, correct it first.',
  },
  'two-accounts': {
    status: 409,
    sentence: ({ emails }) =>
      `Both have an account of their own (${emails}), so they are two people. If one account is not theirs, remove it from its record first.`,
  },
  'merged-already': {
    status: 409,
    sentence:
      'Somebody else has merged one of these records meanwhile. Nothing more was changed; open the patient again.',
  },
  'accounts-changed': {
    status: 409,
    sentence: 'Accounts of these patients are changing right now. Nothing was merged; please try again.',
  },
  'value-changed': {
    status: 409,
    sentence: ({ field }) =>
      `Somebody else has changed the ${inWords(field)} meanwhile. Nothing was merged; look at both again.`,
  },
}

/** The answers to a patient who is not added. */
export const addRefusals: Refusals<LikelyDuplicate | Refused<'other-request' | TextRefusal>> = {
  ...duplicateRefusals,
  ...textAnswers('fields.contact'),
  'other-request': {
    status: 409,
    field: 'requestId',
    sentence: 'This request id has already added somebody else; start again',
  },
}

/** The answers to a wish for text messages that the number can't get. */
function textAnswers(field: string): Refusals<Refused<TextRefusal>> {
  return {
    'no-text-number': { status: 400, field, sentence: textRefusals['no-text-number'] },
    'texts-stopped': { status: 409, field, sentence: textRefusals['texts-stopped'] },
    'number-not-proved': { status: 409, field, sentence: textRefusals['number-not-proved'] },
  }
}
