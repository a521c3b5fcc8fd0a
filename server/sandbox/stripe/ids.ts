import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new id in the shape of Stripe's: `prefix` and `length` letters and digits that can't be guessed. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
