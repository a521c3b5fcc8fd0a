import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const form = z.record(z.string(), z.unknown())
const howMany = 1_000
/** Shorter ones are refused for their length. */
const shortest = 6

/** Where a password is chosen, and how the field is called there. */
const fields: Record<string, string> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
}

/** Refuses a password that is among the most common wherever one is chosen; to sign in, any will do. The refusal names the field. */
export function refuseCommonPasswords() {
  const isCommon = commonPasswords()
  return async ({ path, body }: { path: string; body?: unknown }): Promise<Response | undefined> => {
    const field = fields[path]
    const chosen = field && form.safeParse(body).data?.[field]
    if (!field || typeof chosen !== 'string' || !(await isCommon(chosen))) return undefined
    const message = 'This password is one of the most common. Please choose another.'
    return Response.json({ message, code: 'COMMON_PASSWORD', errors: { [field]: message } }, { status: 400 })
  }
}

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
