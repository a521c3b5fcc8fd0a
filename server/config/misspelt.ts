import { StartError } from './start-error.ts'

// Prefixes that only this server's settings have. GOOGLE_ and OTEL_ are not among them: other programs read such names
// too.
const ownPrefixes = /^(CLINIC|BOOKING|RETAIN|STRIPE|SMTP|IMAGE_HOST|BACKUP|GOOGLE_CLIENT|AUTH_SECRET)_/
// What Kubernetes and Docker add for a service named "clinic".
const addedForServices = /_(SERVICE_(HOST|PORT)|PORT)(_|$)/

// Variables of other programs that look like a setting.
const ofOthers = /^(PG[A-Z]+|BASE_DIR)$/

/** Returns a line for each variable that looks like one of `known`, the names of the settings, and is none. The lines
 *  contain no values.
 *  @throws StartError in production if one resembles a setting: the server would run without what it says, such as on
 *    an empty embedded database for DATABSE_URL */
export function checkSpelling(
  env: NodeJS.ProcessEnv,
  known: readonly string[],
  { production }: { production: boolean },
): string[] {
  const found = misspeltSettings(env, known)
  const slips = found.filter(({ meant }) => meant).map(describe)
  if (production && slips.length > 0)
    throw new StartError(`NODE_ENV is "production": ${slips.join(' ')} Rename or remove it`)
  return found.map(describe)
}

type Misspelt = { name: string; meant: string | undefined }

function misspeltSettings(env: NodeJS.ProcessEnv, known: readonly string[]): Misspelt[] {
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || addedForServices.test(name) || ofOthers.test(name)) return []
    const meant = known.find((setting) => isSlipOf(name.toUpperCase(), setting))
    return meant || ownPrefixes.test(name) ? [{ name, meant }] : []
  })
}

function describe({ name, meant }: Misspelt): string {
  return meant ? `${name} is no setting: did you mean ${meant}?` : `${name} is no setting: nothing reads it`
}

/** Returns whether `name` is `setting` with one or two slips. Short names differ by one: PORT is not HOST. */
function isSlipOf(name: string, setting: string): boolean {
  return editDistance(name, setting) <= (setting.length < 8 ? 1 : 2)
}

/** The number of letters to insert, delete or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
