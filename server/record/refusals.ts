import type { Refused } from '#contract/kit/outcome.ts'
import { duplicateRefusals } from '#server/desk/refusals.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { LikelyDuplicate } from '#server/patient/add.ts'
import { noTextNumber } from '#server/patient/refusals.ts'
import type { AccountRefusal } from './accounts.ts'
import { type ChangeRefusal, fieldNames } from './change.ts'
import type { MergeRefusal } from './merge.ts'

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
  'no-text-number': { status: 400, field: 'change.contact', sentence: noTextNumber },
  'own-email': {
    status: 409,
    field: 'change.email',
    sentence: ({ name }) => `${name} has an account. Only its owner can change its email`,
  },
  'patient-changed': {
    status: 409,
    field: ({ field }) => `change.${field}`,
    sentence: ({ field, now }) =>
      `Somebody else has changed the ${fieldNames[field]} meanwhile${now === '' ? '' : `, to “${now}”`}. Nothing was saved`,
  },
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
  'own-account': { status: 409, sentence: 'This is the patient’s own account, which stays.' },
}

/** The answers to two records that can't be merged. */
export const mergeRefusals: Refusals<MergeRefusal> = {
  'unknown-patient': unknownPatient,
  'same-record': { status: 400, field: 'former', sentence: 'These are one record; choose another one' },
  erased: { status: 409, sentence: 'The data of one of these people were erased. Nothing was merged.' },
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
      `Somebody else has changed the ${fieldNames[field]} meanwhile. Nothing was merged; look at both again.`,
  },
}

/** The answers to a patient who is not added. */
export const addRefusals: Refusals<LikelyDuplicate | Refused<'other-request' | 'no-text-number'>> = {
  ...duplicateRefusals,
  'no-text-number': { status: 400, field: 'fields.contact', sentence: noTextNumber },
  'other-request': {
    status: 409,
    field: 'requestId',
    sentence: 'This request id has already added somebody else; start again',
  },
}
