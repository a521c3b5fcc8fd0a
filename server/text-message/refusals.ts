import { codeTerms } from '#contract/patient/text-code.ts'
import type { Refusals } from '#server/http/refusal.ts'
import { personRefusals } from '#server/patient/refusals.ts'
import type { ConfirmRefusal, SendRefusal } from './code.ts'

const ofNumber = {
  'unknown-person': personRefusals['unknown-person'],
  'has-own-account': personRefusals['has-own-account'],
  'no-text-number': { ...personRefusals['no-text-number'], field: 'code' },
  'texts-stopped': { ...personRefusals['texts-stopped'], field: 'code' },
  'number-not-proved': { ...personRefusals['number-not-proved'], field: 'code' },
}
const later = 'Try again tomorrow, or choose another way to hear from us'

/** The answers to a code that is not sent. */
export const sendRefusals: Refusals<SendRefusal> = {
  ...ofNumber,
  'just-sent': { status: 429, sentence: 'We have just sent a code. Wait a minute before you ask for another one.' },
  'too-many-codes': { status: 429, sentence: `You have asked for too many codes. ${later}.` },
  'number-limit': { status: 429, sentence: `This number has got too many text messages. ${later}.` },
  'daily-limit': { status: 429, sentence: `We can’t send any more text messages today. ${later}.` },
  'not-sent': {
    status: 503,
    sentence: 'We couldn’t send a text message to this number. Check it, and try again in a minute.',
  },
}

/** The answers to a code that does not prove the number. */
export const confirmRefusals: Refusals<ConfirmRefusal> = {
  ...ofNumber,
  'wrong-code': {
    status: 409,
    field: 'code',
    sentence: ({ left }) => `This is not the code. You have ${left === 1 ? 'one more try' : `${left} more tries`}`,
  },
  'late-code': {
    status: 409,
    field: 'code',
    sentence: `A code works for ${codeTerms.minutes} minutes, and only the newest one. Ask for a new code`,
  },
  'too-many-tries': {
    status: 409,
    field: 'code',
    sentence: `This was wrong ${codeTerms.tries} times, so the code no longer works. Ask for a new code`,
  },
}
