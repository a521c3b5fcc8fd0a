import { canonicalZone } from '#contract/kit/time/clinic-date.ts'
import { type ClinicSetting, clinicSettingNames, sampleClinic } from '#server/config/clinic-settings.ts'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/reach.ts'
import { exposedBy, isWeak } from '#server/config/unsafe.ts'

/** Returns the warnings to log at start. They contain no credentials. */
export function startWarnings(config: Config): string[] {
  return [
    config.production || exposedBy(config) ? sandboxWarning(config) : undefined,
    isWeak(config.authSecret) &&
      'AUTH_SECRET is not random: use what `openssl rand -base64 32` prints, or anybody may guess it',
    ...config.misspelt,
    databaseWarning(config.databaseUrl),
    config.smtpUrl && smtpWarning(config.smtpUrl),
  ].filter((line) => typeof line === 'string')
}

/** Returns a warning for each setting of the clinic that differs from what its database keeps, which counts. */
export function keptWarnings(
  settings: Partial<Record<ClinicSetting, string>>,
  kept: Partial<Record<ClinicSetting, string>>,
): string[] {
  return Object.entries(clinicSettingNames).flatMap(([field, name]) => {
    const [setting, value] = [settings[field as ClinicSetting], kept[field as ClinicSetting]]
    if (setting === undefined || value === undefined || isSame(field, setting, value)) return []
    return [`${name} is ${setting}, but this clinic keeps ${value} in its database: set ${name}=${value}`]
  })
}

function isSame(field: string, setting: string, kept: string) {
  if (field !== 'timeZone') return setting === kept
  return canonicalZone(setting) === canonicalZone(kept)
}

/** Returns a warning for each value of the sample clinic that a clinic shows to its patients. */
export function sampleWarnings({ reviews = [], ...kept }: Sampled): string[] {
  const fields = ['name', 'address', 'phone', 'email'] as const
  const same = fields.filter((field) => kept[field] === sampleClinic[field])
  const samples = reviews.filter(({ sample }) => sample).map(({ name }) => name)
  return [
    ...same.map((field) => `the ${field} is that of the sample clinic, ${kept[field]}: change it on the page Clinic`),
    ...(samples.length > 0
      ? [`the reviews of ${samples.join(', ')} are samples: replace or remove them on the page Clinic`]
      : []),
  ]
}
type Sampled = Partial<Record<ClinicSetting, string>> & { reviews?: readonly { name: string; sample: boolean }[] }

function sandboxWarning({ demo, google, stripe, publicUrl, rateLimit }: Config) {
  const inUse = [
    demo && 'the demo admin, with the password that the login screen shows (DEMO)',
    !google && 'the stand-in for Google, where anybody can be anybody (SANDBOX)',
    !stripe && 'the card sandbox, which charges nobody (SANDBOX)',
    publicUrl.startsWith('http:') && 'http without encryption (PUBLIC_URL)',
    !rateLimit && 'no rate limits (RATE_LIMIT)',
  ].filter((each) => typeof each === 'string')
  return inUse.length > 0 && `This server is not for real patients. It uses ${inUse.join('; ')}`
}

// The modes that don't fall back to plain text: https://www.postgresql.org/docs/current/libpq-ssl.html
function databaseWarning(url: string | undefined) {
  if (!url) return undefined
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const isEncrypted =
    /^(require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '') ||
    /^(true|1)$/.test(searchParams.get('ssl') ?? '')
  if (host === '' || host.startsWith('/') || isLoopback(host) || isEncrypted) return undefined
  return `DATABASE_URL connects to ${host} without TLS: add sslmode=verify-full to its query`
}

function smtpWarning(url: string) {
  const { protocol, hostname, searchParams } = new URL(url)
  const requiresTls = ['requireTLS', 'secure'].some((name) => searchParams.get(name) === 'true')
  if (protocol === 'smtps:' || requiresTls || isLoopback(hostname)) return undefined
  return `SMTP_URL connects to ${hostname} without insisting on TLS: use smtps:// or add requireTLS=true to its query`
}
