import type { Refusals } from '#server/http/refusal.ts'
import type { AskRefusal, DecideRefusal } from './absence-request.ts'
import type { ApplyRefusal } from './apply-change.ts'
import type { MakeRefusal } from './make-change.ts'

const status = 400
type Unloadable = { reason: 'unloadable-photo' }
const field = (refusal: ApplyRefusal) => `change.${refusal.field}`

const notOpen = { status: 409, sentence: 'This request is not open any more. Look at the list again.' }

/** The answers to a change of the rules that is not made. */
export const changeRefusals: Refusals<MakeRefusal | Unloadable> = {
  'rules-changed': {
    status: 409,
    sentence: 'Somebody else has changed the clinic’s calendar meanwhile. Nothing was changed; look at it again.',
  },
  'not-open': notOpen,
  'day-passed': { status, field, sentence: 'This day has passed; choose a later one' },
  'usual-hours': { status, field, sentence: 'This day has its usual hours' },
  'other-treatments': { status, field, sentence: 'The list of treatments has changed; look at it again' },
  'unknown-photo': {
    status,
    field,
    sentence: 'We don’t have this photo, or it has been removed. Please add it again.',
  },
  'unloadable-photo': { status, field: 'change.doctor.img', sentence: 'Must be an https address' },
  unknown: { status, field, sentence: ({ what }) => `There is no such ${what}` },
  'name-taken': { status, field, sentence: ({ what }) => `There is already a ${what} of this name` },
  retired: { status, field, sentence: ({ what }) => `There is no such ${what}, or it is retired already` },
  'in-use': { status, field, sentence: ({ what }) => `There is no such ${what}, or it is in use already` },
}

/** The answers to an absence that a dentist can’t ask for. */
export const askRefusals: Refusals<{ reason: AskRefusal }> = {
  'day-passed': { status, field: 'lastDay', sentence: 'This day has passed; choose a later one' },
  'already-asked': { status: 409, sentence: 'You have asked for one of these days already. Withdraw that first.' },
  'no-doctor': { status: 409, sentence: 'Your account belongs to no dentist of the clinic. Ask an admin.' },
}

/** The answers to a decision about a request that is not open. */
export const decideRefusals: Refusals<{ reason: DecideRefusal }> = { 'not-open': notOpen }
