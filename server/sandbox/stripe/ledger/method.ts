import { ApiError, missing } from '../errors.ts'
import { newId } from '../ids.ts'
import type { KeptCard } from '../schema.ts'
import { passesLuhn, testCards } from './cards.ts'

/** A card as it is typed. */
export type TypedCard = { number: string; expMonth: number; expYear: number; cvc: string }

/** Whose card it is, as far as it is told. */
export type Billing = Pick<KeptCard, 'name' | 'email' | 'postalCode'>

const nobody: Billing = { name: null, email: null, postalCode: null }

/** The test card that a server names, `pm_card_visa`. @throws ApiError when there is none of that name. */
export function cardNamed(name: string): KeptCard {
  const card = testCards.find((known) => known.name === name)
  if (!card) throw missing('PaymentMethod', name, 'payment_method', 400)
  const expYear = new Date().getUTCFullYear() + 1
  return keep(card, { number: card.number, expMonth: 12, expYear, cvc: '' }, nobody)
}

/** What may be kept of a card that was typed.
 *  @throws ApiError, a card error, when its number or a date can't be right. */
export function cardTyped(typed: TypedCard, billing: Billing, now: Date): KeptCard {
  const number = typed.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number))
    throw wrong('invalid_number', 'The card number is not a valid credit card number.', 'number')
  if (!passesLuhn(number)) throw wrong('incorrect_number', 'Your card number is incorrect.', 'number')
  if (!(typed.expMonth >= 1 && typed.expMonth <= 12)) {
    throw wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const year = now.getUTCFullYear()
  if (!(typed.expYear >= year && typed.expYear <= year + 50)) {
    throw wrong('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (typed.expYear === year && typed.expMonth < now.getUTCMonth() + 1) {
    throw wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  if (!/^\d{3,4}$/.test(typed.cvc)) throw wrong('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  const known = testCards.find((card) => card.number === number)
  return keep(known ?? { name: 'unknown', brand: 'unknown', funding: 'unknown' }, { ...typed, number }, billing)
}

function keep(
  { name, brand, funding }: { name: string; brand: string; funding: string },
  { number, expMonth, expYear }: TypedCard,
  billing: Billing,
): KeptCard {
  return { ...billing, id: newId('pm_1'), behaviour: name, brand, funding, last4: number.slice(-4), expMonth, expYear }
}

function wrong(code: string, message: string, param: string) {
  return new ApiError(402, { type: 'card_error', code, message, param })
}
