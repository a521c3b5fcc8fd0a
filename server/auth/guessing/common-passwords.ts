import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const howMany = 1_000
/** Shorter ones are refused for their length. */
const shortest = 6

/** Tells of a password whether it is one of the thousand most common, in whatever case. The list is read when somebody first asks,
 *  and no more of it than these is kept. */
export function commonPasswords(): (password: string) => Promise<boolean> {
  let reading: Promise<Set<string>> | undefined
  return async (password) => {
    reading ??= readList().catch((error) => {
      reading = undefined
      throw error
    })
    return (await reading).has(password.toLowerCase())
  }
}

// The package's module would unpack all fifty thousand, its word lists too, and keep them; the file it is made of is ordered as well.
async function readList() {
  const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const ordered = z.array(z.string()).parse(JSON.parse(await readFile(file, 'utf8')))
  const common = new Set<string>()
  for (const password of ordered) {
    if (password.length >= shortest) common.add(password.toLowerCase())
    if (common.size === howMany) break
  }
  return common
}
