import type { Clinic } from '#contract/site/clinic.ts'
import type { Config } from '#server/config/config.ts'

type Facts = Clinic['privacy']

/** Returns what the privacy page says about this installation: who else gets data, and how long data is kept. */
export function privacyFacts(config: Config): Facts {
  const { retention } = config
  return {
    services: servicesOf(config).join('\n'),
    unconfirmed: daysInWords(retention.unconfirmedAccounts),
    emails: daysInWords(retention.emails),
    audit: daysInWords(retention.audit),
  }
}

function servicesOf({ stripe, google, smtpUrl, texts, imageHost, breachedPasswordsUrl, otlpUrl }: Config): string[] {
  return [
    stripe
      ? 'Card payments: Stripe gets your card’s number, the amount and the treatment. We never see the number.'
      : 'Card payments: a sandbox on this server. No card is charged.',
    google
      ? 'Google, only if you choose to continue with Google: it tells us your name, email address and picture.'
      : 'Continue with Google: a sandbox on this server. Google learns nothing.',
    smtpUrl
      ? 'Emails: the mail server that we send them through.'
      : 'Emails: none leave this server. They are kept in its outbox.',
    texts
      ? 'Text messages, only if you choose them: the provider that we send them through gets your number and the time of your appointment.'
      : 'Text messages: none leave this server.',
    ...(imageHost
      ? ['Photos of our dentists: your browser loads them from our image host, which sees your address.']
      : []),
    ...(breachedPasswordsUrl
      ? [
          'A new password: five characters of its SHA-1 hash go to a list of leaked passwords. Nobody can tell the password from them.',
        ]
      : []),
    ...(otlpUrl ? ['Our monitoring: how long requests take, without names, addresses or contents.'] : []),
  ]
}

function daysInWords(days: number): string {
  if (days % 365 === 0) return countOf(days / 365, 'year')
  return countOf(days, 'day')
}

function countOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
