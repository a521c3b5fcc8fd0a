import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Counts the calls of Argon2 and scrypt in this process until `restore` is called. */
export function countPasswordHashes() {
  const original = { argon2: crypto.argon2, scrypt: crypto.scrypt }
  const count = { argon2: 0, scrypt: 0 }
  const counting = <Name extends keyof typeof original>(name: Name): (typeof original)[Name] =>
    new Proxy(original[name], {
      apply: (target, self, args) => {
        count[name] += 1
        return Reflect.apply(target, self, args)
      },
    })
  replace({ argon2: counting('argon2'), scrypt: counting('scrypt') })
  return { runs: () => ({ ...count }), restore: () => replace(original) }
}

function replace(functions: Pick<typeof crypto, 'argon2' | 'scrypt'>) {
  Object.assign(crypto, functions)
  syncBuiltinESMExports()
}
