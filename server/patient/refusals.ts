import type { Refusals } from '#server/http/refusal.ts'
import { type AcceptRefusal, maxPersons, type PersonRefusal } from './persons.ts'

/** The answer to a wish for text messages without a number that gets them. */
export const noTextNumber =
  'Text messages need a phone number such as 212 555 0142, with its country’s code if it is abroad'

const tooMany = {
  status: 409,
  sentence: `Your account acts for ${maxPersons} people already. Remove one of them first.`,
}

/** The answers to what can't be done with a person. */
export const personRefusals: Refusals<{ reason: PersonRefusal }> = {
  'unknown-person': { status: 404, sentence: 'You don’t act for this person, or no longer.' },
  'too-many-persons': tooMany,
  'has-own-account': {
    status: 409,
    sentence: 'This person has an account of their own, in which they can change this.',
  },
  'no-text-number': { status: 400, field: 'contact', sentence: noTextNumber },
  'own-person': { status: 409, sentence: 'This is you. To leave the clinic, erase your account.' },
}

/** The answers to a link to act for a patient that is not accepted. */
export const acceptRefusals: Refusals<{ reason: AcceptRefusal }> = {
  'invalid-share': { status: 404, sentence: 'This link is not valid. Open the one in the newest email.' },
  'late-share': { status: 409, sentence: 'This link is more than seven days old. Ask for a new one.' },
  'other-account': {
    status: 409,
    sentence: 'This link is for another email address. Log in with the address that got the email.',
  },
  'share-withdrawn': {
    status: 409,
    sentence: 'Whoever sent this link doesn’t act for this person any more, so that you can’t either.',
  },
  'too-many-persons': tooMany,
}
