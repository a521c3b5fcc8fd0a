import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isTrivial } from './trivial.ts'

/** Texts that a password must not consist of. */
type PersonalData = { email: string; name: string; clinicName: string }

const maxCommon = 1_000
// The forms refuse shorter passwords.
const minPasswordLength = 6
// Shorter words occur in too many strong passwords.
const minWordLength = 4

/** Returns a function that tells whether a password is easy to guess: one of the thousand most common, a sequence or a
 *  repetition, or nothing but words of `personal` and digits. Case, accents and punctuation of these words do not
 *  matter. */
export function weakPasswords() {
  const isCommon = commonPasswords()
  return async (password: string, personal: PersonalData) =>
    isPersonal(password, personal) ||
    (password.length >= minPasswordLength && isTrivial(password)) ||
    isCommon(password)
}

function isPersonal(password: string, { email, name, clinicName }: PersonalData) {
  const mailbox = email.slice(0, email.lastIndexOf('@'))
  const words = [email, mailbox, name, clinicName, ...[mailbox, name, clinicName].flatMap(longWords)].map(normalize)
  const longestFirst = words.filter(Boolean).sort((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), normalize(password))
  return rest.includes(' ') && /^[\d ]*$/.test(rest)
}

function longWords(text: string) {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= minWordLength)
}

// 'José-Luis 84' becomes 'joseluis84'.
function normalize(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

// Reads the list at the first call.
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

// The package's module would keep all its lists in memory. Its source file is in order of frequency.
async function readList() {
  const file = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const ordered = z.array(z.string()).parse(JSON.parse(await readFile(file, 'utf8')))
  const common = new Set<string>()
  for (const password of ordered) {
    if (password.length >= minPasswordLength) common.add(password.toLowerCase())
    if (common.size === maxCommon) break
  }
  return common
}
