import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Words of which a password may not consist: from the person's name and address, and the clinic's name. */
export type Personal = { email: string; name: string; clinicName: string }

const howMany = 1_000
/** Shorter passwords are refused for their length. */
const shortest = 6
/** Shorter words occur in too many good passwords. */
const shortestWord = 4

/** Returns a function that tells whether a password is among the first that an attacker tries: one of the thousand most common, or
 *  made of words of `personal` and digits. Case, accents and punctuation do not count. */
export function weakPasswords() {
  const isCommon = commonPasswords()
  return async (password: string, personal: Personal) => isPersonal(password, personal) || isCommon(password)
}

function isPersonal(password: string, { email, name, clinicName }: Personal) {
  const mailbox = email.slice(0, email.lastIndexOf('@'))
  const words = [email, mailbox, name, clinicName, ...[mailbox, name, clinicName].flatMap(longWords)].map(bare)
  const longestFirst = words.filter(Boolean).sort((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), bare(password))
  return rest.includes(' ') && /^[\d ]*$/.test(rest)
}

function longWords(text: string) {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= shortestWord)
}

// 'José-Luis 84' becomes 'joseluis84'.
function bare(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Returns a function that tells whether a password is one of the thousand most common, in whatever case. Reads the list at the first
 *  call and keeps no more of it than these. */
function commonPasswords(): (password: string) => Promise<boolean> {
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
