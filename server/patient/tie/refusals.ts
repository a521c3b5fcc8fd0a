import type { Refusals } from '#server/http/refusal.ts'
import { maxAccountPatients } from '../account-patients.ts'
import { personRefusals } from '../refusals.ts'
import type { JoinRefusal } from './join-own.ts'
import type { ClaimRefusal } from './own-record.ts'
import type { AcceptRefusal, ShareRefusal } from './share.ts'

const noBirthDate = 'The record has no birth date. Add it first: whoever takes the record over names it as a proof.'

const ownAccount = { status: 409, sentence: 'This record is in another account already. Call us if that is wrong.' }

/** The answers to a record that does not become an account's own. */
const joinRefusals: Refusals<{ reason: JoinRefusal }> = {
  'unknown-record': { status: 409, sentence: 'This record has changed meanwhile. Please try again.' },
  'has-own-account': ownAccount,
  'other-birth-date': {
    status: 409,
    sentence: 'Your account has another birth date than this record, so they stay apart. Call us if one is wrong.',
  },
  'both-have-data': {
    status: 409,
    sentence: 'You have appointments in both records. Our desk can put them together: please call us.',
  },
}

/** The answers to an account that does not reach a record. */
export const claimRefusals: Refusals<ClaimRefusal> = {
  ...joinRefusals,
  'no-proof': { status: 400, field: 'birthDate', sentence: 'A birth date is needed' },
  'no-tries-left': {
    status: 409,
    sentence: 'That was wrong too often. Please call us: our desk can give you a code.',
  },
  'wrong-birth-date': {
    status: 400,
    field: 'birthDate',
    sentence: ({ left }) =>
      left === 0
        ? 'This is not the birth date that we have. Please call us: our desk can give you a code'
        : `This is not the birth date that we have. ${left === 1 ? 'One try is' : `${left} tries are`} left`,
  },
  'wrong-code': { status: 400, field: 'code', sentence: 'This code is wrong or too old. Ask our desk for a new one' },
  several: { status: 409, sentence: 'We have several records with this date. Please call us, so that we find yours.' },
  'not-a-child': {
    status: 409,
    sentence: 'This person is of age. They reach their record from an account of their own, or our desk helps.',
  },
  'too-many-persons': {
    status: 409,
    sentence: `Your account acts for ${maxAccountPatients} people already. Remove one of them first.`,
  },
}

/** The answers to a person who is not shared or handed over. */
export const shareRefusals: Refusals<{ reason: ShareRefusal }> = {
  'unknown-person': personRefusals['unknown-person'],
  'has-own-account': personRefusals['has-own-account'],
  'own-person': { status: 409, sentence: 'This is you, and your record is in your account already.' },
  'not-yours': {
    status: 409,
    sentence: 'Only the person themselves can let others act for them. Our desk can help.',
  },
  'own-address': { status: 400, field: 'email', sentence: 'This is your own address; enter theirs' },
  'no-birth-date': { status: 409, sentence: noBirthDate },
}

/** The answers to a link that is not accepted. */
export const acceptRefusals: Refusals<AcceptRefusal> = {
  ...claimRefusals,
  'no-birth-date': { status: 409, sentence: noBirthDate },
  'invalid-share': { status: 404, sentence: 'This link is not valid. Open the one in the newest email.' },
  'late-share': { status: 409, sentence: 'This link is more than seven days old. Ask for a new one.' },
  'other-account': {
    status: 409,
    sentence: 'This link is for another email address. Log in with the address that got the email.',
  },
  'share-withdrawn': {
    status: 409,
    sentence:
      'This link no longer works: the person has an account of their own, or whoever sent it no longer acts for them.',
  },
}

/** The answers to access that can't be ended. */
export const endRefusals: Refusals<{ reason: 'unknown-person' | 'own-person' }> = {
  'unknown-person': personRefusals['unknown-person'],
  'own-person': { status: 409, sentence: 'This is you. To leave the clinic, erase your account.' },
}
