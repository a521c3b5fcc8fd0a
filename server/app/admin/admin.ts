// npm run admin -- EMAIL    makes the person with this email an admin, with a new account if they have none

import { email as address } from '#contract/kit/text/email.ts'
import { readConfig } from '#server/config/config.ts'
import { loadSecret } from '#server/config/secret.ts'
import { reportAndExit, StartError } from '#server/config/start-error.ts'
import { withDatabase } from '#server/database/migrate.ts'
import { type MadeAdmin, makeAdmin } from './make-admin.ts'

try {
  const parsed = address.safeParse(process.argv[2])
  if (!parsed.success || process.argv.length > 3) throw new StartError('Usage: npm run admin -- EMAIL')
  const email = parsed.data
  const config = readConfig()
  await withDatabase(async ({ db }) => {
    const secret = config.authSecret ?? loadSecret(config.dataDir)
    process.stdout.write(`${outcome(email, await makeAdmin({ db, config, secret }, email))}\n`)
  })
} catch (error) {
  reportAndExit(error)
}

function outcome(email: string, { wasAdmin, link }: MadeAdmin): string {
  const made = wasAdmin ? `${email} is an admin already` : `${email} is an admin now`
  if (!link) return `${made}, and logs in as before`
  return `${made}. Whoever opens this link, once and within 7 days, chooses the password:\n${link}`
}
