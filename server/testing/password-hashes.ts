import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Counts how often this process hashes or compares a password, by Argon2 or by scrypt, until `restore`. */
export function countPasswordHashes() {
  const own = { argon2: crypto.argon2, scrypt: crypto.scrypt }
  const count = { argon2: 0, scrypt: 0 }
  const counting = <Name extends keyof typeof own>(name: Name): (typeof own)[Name] =>
    new Proxy(own[name], {
      apply: (target, self, args) => {
        count[name] += 1
        return Reflect.apply(target, self, args)
      },
    })
  replace({ argon2: counting('argon2'), scrypt: counting('scrypt') })
  return { runs: () => ({ ...count }), restore: () => replace(own) }
}

function replace(functions: Pick<typeof crypto, 'argon2' | 'scrypt'>) {
  Object.assign(crypto, functions)
  syncBuiltinESMExports()
}
