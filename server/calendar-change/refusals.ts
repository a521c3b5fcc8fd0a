import type { Refusals } from '#server/http/refusal.ts'
import type { ApplyRefusal } from './apply.ts'

const status = 400
type WholePrice = { reason: 'whole-price'; field: string }
const field = (refusal: ApplyRefusal) => `change.${refusal.field}`

/** The answers to a change of the rules that is not made. */
export const changeRefusals: Refusals<ApplyRefusal | { reason: 'rules-changed' } | WholePrice> = {
  'whole-price': { status, field: 'change.treatment.price', sentence: 'The clinic’s currency has no decimals' },
  'rules-changed': {
    status: 409,
    sentence: 'Somebody else has changed the clinic’s calendar meanwhile. Nothing was changed; look at it again.',
  },
  'day-passed': { status, field, sentence: 'This day has passed; choose a later one' },
  'usual-hours': { status, field, sentence: 'This day has its usual hours' },
  'other-treatments': { status, field, sentence: 'The list of treatments has changed; look at it again' },
  unknown: { status, field, sentence: ({ what }) => `There is no such ${what}` },
  'name-taken': { status, field, sentence: ({ what }) => `There is already a ${what} of this name` },
  retired: { status, field, sentence: ({ what }) => `There is no such ${what}, or it is retired already` },
  'in-use': { status, field, sentence: ({ what }) => `There is no such ${what}, or it is in use already` },
}
