import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Counts how often a password is hashed or compared in this process, by whomever, until `restore`. */
export function countScrypt() {
  const own = crypto.scrypt
  let count = 0
  const counting: typeof own = new Proxy(own, {
    apply: (target, self, args) => {
      count += 1
      return Reflect.apply(target, self, args)
    },
  })
  replace(counting)
  return { runs: () => count, restore: () => replace(own) }
}

function replace(scrypt: typeof crypto.scrypt) {
  crypto.scrypt = scrypt
  syncBuiltinESMExports()
}
