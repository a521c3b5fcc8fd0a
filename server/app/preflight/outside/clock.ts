import type { Config } from '#server/config/config.ts'
import { type Check, type Finding, ok, warning } from '../check.ts'

const maxDifferenceMs = 5_000

/** Compares this machine's clock with `theirs`, which another machine told between two moments. All in milliseconds
 *  since 1970. */
export function compareClocks(
  name: string,
  theirs: number,
  { sentAt, receivedAt }: { sentAt: number; receivedAt: number },
): Finding {
  const difference = (sentAt + receivedAt) / 2 - theirs
  if (Math.abs(difference) <= maxDifferenceMs) return ok(`the clock agrees with that of ${name}`)
  const seconds = Math.round(Math.abs(difference) / 1_000)
  const direction = difference > 0 ? 'ahead of' : 'behind'
  return warning(`the clock is ${seconds} seconds ${direction} that of ${name}: set up time synchronization (NTP)`)
}

/** Compares the clock with the Date header of the services that are configured. */
export function clockCheck({ google, stripe, imageHost }: Pick<Config, 'google' | 'stripe' | 'imageHost'>): Check {
  const urls = [google?.discoveryUrl, stripe && 'https://api.stripe.com/', imageHost?.url].filter(
    (url) => url !== undefined,
  )
  return {
    name: 'clock',
    run: async () => {
      const found = await Promise.all(urls.map((url) => clockAt(url).catch(() => undefined)))
      const findings = found.filter((finding) => finding !== undefined)
      return findings.length > 0 ? findings : [ok('there is no service to compare it with')]
    },
  }
}

async function clockAt(url: string): Promise<Finding | undefined> {
  const sentAt = Date.now()
  const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(8_000) })
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return undefined
  // The header has whole seconds, rounded down.
  return compareClocks(new URL(url).host, date + 500, { sentAt, receivedAt: Date.now() })
}
