import type { Refusals } from '#server/http/refusal.ts'
import { type AccountPatientRefusal, maxAccountPatients } from './account-patients.ts'
import type { TextRefusal } from './text-consent-store.ts'

/** The sentences about a wish for text messages that a number can't get. */
export const textRefusals: Record<TextRefusal, string> = {
  'no-text-number':
    'Text messages need the number of a mobile phone in a country to which the clinic sends them. Put it first',
  'texts-stopped':
    'This number has stopped our text messages with STOP. Only the answer START from that phone starts them again',
  'number-not-proved': 'We first send a code to this number. Enter it to get text messages there',
}

/** The answers to what can't be done with a person. */
export const personRefusals: Refusals<{ reason: AccountPatientRefusal }> = {
  'unknown-person': { status: 404, sentence: 'You don’t act for this person, or no longer.' },
  'too-many-persons': {
    status: 409,
    sentence: `Your account acts for ${maxAccountPatients} people already. Remove one of them first.`,
  },
  'has-own-account': {
    status: 409,
    sentence: 'This person has an account of their own, in which they can change this.',
  },
  'no-text-number': { status: 400, field: 'contact', sentence: textRefusals['no-text-number'] },
  'texts-stopped': { status: 409, field: 'contact', sentence: textRefusals['texts-stopped'] },
  'number-not-proved': { status: 409, field: 'contact', sentence: textRefusals['number-not-proved'] },
  'of-age': {
    status: 409,
    sentence: 'This person has come of age. Once they agree in their own account, you see and change their data again.',
  },
}
