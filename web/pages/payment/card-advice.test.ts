import type { StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { adviceOn } from './card-advice.ts'

test.each<[Partial<StripeError>, string | undefined]>([
  [{ type: 'card_error', code: 'card_declined' }, 'Try another card, or pay at the clinic.'],
  [{ type: 'card_error', code: 'expired_card' }, 'Try another card, or pay at the clinic.'],
  [{ type: 'card_error', code: 'incorrect_cvc' }, 'Check the card details, try another card, or pay at the clinic.'],
  [{ type: 'validation_error', code: 'incomplete_number' }, undefined],
])('after %j: %s', (error, advice) => expect(adviceOn(error as StripeError)).toBe(advice))
