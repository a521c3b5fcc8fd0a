import { type ServiceKind, type SettingName, serviceSettings } from '#contract/outside-service.ts'
import type { Config } from '#server/config/config.ts'
import { readStripe, readTexts } from '#server/config/outside-accounts.ts'

/** The settings of the environment that concern outside services. They win over those of the page. */
export type OfEnvironment = Pick<
  Config,
  'smtpUrl' | 'mailFrom' | 'texts' | 'textApi' | 'stripe' | 'pageServices' | 'demo' | 'isPrivate'
>

/** The accounts at outside services. Undefined: there is none. */
export type Accounts = {
  smtpUrl: string | undefined
  mailFrom: string | undefined
  texts: Config['texts']
  stripe: Config['stripe']
}

/** Returns what reaches people. A demo's outbox stands for a mail server and a phone, and on a developer's machine
 *  for a mail server. */
export function sendingOf({ demo, isPrivate }: OfEnvironment, { smtpUrl, texts }: Accounts) {
  return { emails: smtpUrl !== undefined || demo || isPrivate, texts: texts !== undefined || demo }
}

/** Settings by name. One that is not set is absent. */
export type Settings = Partial<Record<SettingName, string>>

/** Returns the variable of the environment that sets a setting; undefined if none does. */
export function variableOf(name: SettingName, environment: OfEnvironment): string | undefined {
  const { smtpUrl, mailFrom, texts, textApi, stripe } = environment
  const variables: Record<SettingName, string | false | undefined> = {
    ...{ smtpServer: smtpUrl && 'SMTP_URL', smtpUser: smtpUrl && 'SMTP_URL', smtpPassword: smtpUrl && 'SMTP_URL' },
    mailFrom: mailFrom && 'MAIL_FROM',
    textApi: (texts || textApi.isSet) && 'TEXT_API_URL',
    ...{ textAccount: texts && 'TEXT_ACCOUNT', textToken: texts && 'TEXT_TOKEN', textFrom: texts && 'TEXT_FROM' },
    stripePublishableKey: stripe && 'STRIPE_PUBLISHABLE_KEY',
    stripeSecretKey: stripe && 'STRIPE_SECRET_KEY',
    stripeWebhookSecret: stripe && 'STRIPE_WEBHOOK_SECRET',
  }
  return variables[name] || undefined
}

/** Returns the value of a setting of the environment that is no secret; undefined for any other. */
export function environmentValue(name: SettingName, environment: OfEnvironment): string | undefined {
  const { smtpUrl, mailFrom, texts, textApi, stripe } = environment
  const url = smtpUrl === undefined ? undefined : new URL(smtpUrl)
  const values: Settings = {
    ...(url && { smtpServer: withoutUser(url), smtpUser: decodeURIComponent(url.username) }),
    ...(mailFrom !== undefined && { mailFrom }),
    ...((texts || textApi.isSet) && { textApi: textApi.url }),
    ...(texts && { textAccount: texts.account, textFrom: texts.from }),
    ...(stripe && { stripePublishableKey: stripe.publishableKey }),
  }
  return values[name]
}

// The query of an address can contain a password too.
const withoutUser = ({ protocol, host }: URL) => `${protocol}//${host}`

/** Returns the accounts: those of the environment, else those of the page. Incomplete ones are none. */
export function accountsOf(environment: OfEnvironment, entered: Settings): Accounts {
  const settings = environment.pageServices ? entered : {}
  return {
    smtpUrl: environment.smtpUrl ?? smtpUrlOf(settings),
    mailFrom: environment.mailFrom ?? settings.mailFrom,
    texts: environment.texts ?? (missingIn('texts', settings) ? undefined : textsOf(environment, settings)),
    stripe: environment.stripe ?? (missingIn('cards', settings) ? undefined : stripeOf(settings)),
  }
}

function smtpUrlOf({ smtpServer, smtpUser, smtpPassword }: Settings): string | undefined {
  if (smtpServer === undefined) return undefined
  const url = new URL(smtpServer)
  url.username = encodeURIComponent(smtpUser ?? '')
  url.password = encodeURIComponent(smtpPassword ?? '')
  return url.href
}

function textsOf({ textApi }: OfEnvironment, settings: Settings) {
  return readTexts({
    TEXT_API_URL: textApi.isSet ? textApi.url : (settings.textApi ?? textApi.url),
    TEXT_ACCOUNT: settings.textAccount,
    TEXT_TOKEN: settings.textToken,
    TEXT_FROM: settings.textFrom,
  })
}

const stripeOf = (settings: Settings) =>
  readStripe({
    STRIPE_SECRET_KEY: settings.stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: settings.stripePublishableKey,
    STRIPE_WEBHOOK_SECRET: settings.stripeWebhookSecret,
  })

const needed: Record<ServiceKind, readonly SettingName[]> = {
  mail: ['smtpServer'],
  texts: ['textAccount', 'textToken', 'textFrom'],
  cards: serviceSettings.cards,
}

/** Returns the first setting that a service lacks; undefined if it has all, or none at all. */
export function missingIn(kind: ServiceKind, settings: Settings): SettingName | undefined {
  const isSet = (name: SettingName) => settings[name] !== undefined
  // A sender alone is right: it is the sender of what stays in the outbox, too.
  if (!serviceSettings[kind].some((name) => name !== 'mailFrom' && isSet(name))) return undefined
  if (kind === 'mail' && isSet('smtpPassword') && !isSet('smtpUser')) return 'smtpUser'
  return needed[kind].find((name) => !isSet(name))
}
