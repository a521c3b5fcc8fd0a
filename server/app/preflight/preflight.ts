import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config/config.ts'
import { reportAndExit, StartError } from '#server/config/start-error.ts'
import { exposedBy } from '#server/config/unsafe.ts'
import { runChecks } from './check.ts'
import { databaseCheck } from './database.ts'
import { diskCheck, nodeCheck, settingsCheck } from './machine.ts'
import { cardsCheck } from './outside/cards.ts'
import { clockCheck } from './outside/clock.ts'
import { mailCheck } from './outside/mail.ts'
import { publicUrlCheck } from './outside/public-url.ts'
import { googleCheck, imageHostCheck } from './outside/services.ts'

/** Tries everything that the settings name, without changing anything. Sends an email only to `sendTo`. */
export function preflight(config: Config, sendTo?: string) {
  const checks = [
    nodeCheck(),
    settingsCheck(config),
    diskCheck(config),
    databaseCheck(config),
    mailCheck(config, sendTo),
    cardsCheck(config),
    googleCheck(config),
    imageHostCheck(config),
    clockCheck(config),
    ...(exposedBy(config) ? [publicUrlCheck(config)] : []),
  ]
  return runChecks(checks, { secrets: secretsOf(config) })
}

/** Returns what must not appear in the output, should another program repeat it in an error. */
function secretsOf({ authSecret, databaseUrl, smtpUrl, stripe, google, imageHost, otlpUrl }: Config): string[] {
  const passwords = [databaseUrl, smtpUrl, otlpUrl].flatMap((url) => {
    const { password } = url ? new URL(url) : { password: '' }
    return [password, decodeURIComponent(password)]
  })
  return [
    ...passwords,
    ...[authSecret, stripe?.secretKey, stripe?.webhookSecret, google?.clientSecret, imageHost?.key],
  ].filter((secret) => secret !== undefined)
}

async function tryAll(sendTo: string | undefined) {
  try {
    return await preflight(readConfig(), sendTo)
  } catch (error) {
    // What a start refuses.
    if (error instanceof StartError) return { lines: [`wrong    settings: ${error.message}`], isFine: false }
    throw error
  }
}

if (import.meta.main) {
  try {
    const { values } = parseArgs({ options: { 'send-to': { type: 'string' } } })
    const { lines, isFine } = await tryAll(values['send-to'])
    process.stdout.write(`${lines.join('\n')}\n`)
    process.exit(isFine ? 0 : 1)
  } catch (error) {
    reportAndExit(error)
  }
}
