import { passesLuhn } from '../browser/card/rules.ts'
import { ApiError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import type { StoredCard } from '../schema.ts'
import { testCards } from './cards.ts'

/** A card as the customer types it. */
export type TypedCard = { number: string; expMonth: number; expYear: number; cvc: string }

type Billing = Pick<StoredCard, 'name' | 'email' | 'postalCode'>

/** Returns the test card of a name such as `pm_card_visa`. @throws ApiError if there is none. */
export function namedCard(name: string): StoredCard {
  const card = testCards.find((known) => known.name === name)
  if (!card) throw notFound('PaymentMethod', name, 'payment_method', 400)
  const expiry = { expMonth: 12, expYear: new Date().getUTCFullYear() + 1 }
  return toStoredCard(card, { number: card.number, ...expiry }, { name: null, email: null, postalCode: null })
}

/** Validates a typed card and returns it without its number and security code.
 *  @throws ApiError, a card error, if the number, date or code is invalid. */
export function validateCard(typed: TypedCard, billing: Billing, now: Date): StoredCard {
  const number = typed.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number')
  }
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  const year = now.getUTCFullYear()
  const isMonth = typed.expMonth >= 1 && typed.expMonth <= 12
  const isYear = typed.expYear >= year && typed.expYear <= year + 50
  const isPast = typed.expYear === year && typed.expMonth < now.getUTCMonth() + 1
  if (isMonth && !isYear) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (!isMonth || isPast) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  if (!/^\d{3,4}$/.test(typed.cvc)) throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  const known = testCards.find((card) => card.number === number)
  return toStoredCard(known ?? { name: 'unknown', brand: 'unknown', funding: 'unknown' }, { ...typed, number }, billing)
}

function toStoredCard(
  { name, brand, funding }: { name: string; brand: string; funding: string },
  { number, expMonth, expYear }: Omit<TypedCard, 'cvc'>,
  billing: Billing,
): StoredCard {
  return { ...billing, id: newId('pm_1'), behaviour: name, brand, funding, last4: number.slice(-4), expMonth, expYear }
}

function cardError(code: string, message: string, param: string) {
  return new ApiError(402, { type: 'card_error', code, message, param })
}
