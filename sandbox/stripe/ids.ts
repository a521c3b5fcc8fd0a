import { randomInt } from 'node:crypto'

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a random id in Stripe's format: `prefix` and `length` letters and digits. */
export function newId(prefix: string, length = 24): string {
  return prefix + Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
}
