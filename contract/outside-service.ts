import { z } from 'zod/mini'
import { email } from './kit/text/email.ts'
import { textOrEmpty } from './kit/text/plain-text.ts'

/** The services outside this server that the clinic can use: a mail server, a provider of text messages, and Stripe. */
export const serviceKinds = ['mail', 'texts', 'cards'] as const
export const serviceKind = z.enum(serviceKinds)
export type ServiceKind = z.infer<typeof serviceKind>

/** The settings of each service, in the order of their form. */
export const serviceSettings = {
  mail: ['smtpServer', 'smtpUser', 'smtpPassword', 'mailFrom'],
  texts: ['textApi', 'textAccount', 'textToken', 'textFrom'],
  cards: ['stripePublishableKey', 'stripeSecretKey', 'stripeWebhookSecret'],
} as const satisfies Record<ServiceKind, readonly string[]>
export const settingNames = Object.values(serviceSettings).flat()
const settingName = z.enum(settingNames)
export type SettingName = z.infer<typeof settingName>

/** The settings that no answer contains. */
export const secretSettings = ['smtpPassword', 'textToken', 'stripeSecretKey', 'stripeWebhookSecret'] as const
export type SecretSetting = (typeof secretSettings)[number]

/** Tells whether a setting is a secret. */
export const isSecretSetting = (name: SettingName): name is SecretSetting =>
  secretSettings.some((secret) => secret === name)

const emptyOr = (maxLength: number, isValid: (text: string) => boolean, error: string) =>
  textOrEmpty(maxLength).check(z.refine((text) => text === '' || isValid(text), error))
const matches = (pattern: RegExp) => (text: string) => pattern.test(text)

/** The schema of each setting. An empty text clears the setting. */
const setting = {
  smtpServer: emptyOr(200, isMailServer, 'Must be an address such as smtps://smtp.example.com:465'),
  smtpUser: textOrEmpty(200),
  smtpPassword: textOrEmpty(500),
  mailFrom: emptyOr(254, (text) => email.safeParse(text).success, 'Provide a valid Email'),
  textApi: emptyOr(200, isApi, 'Must be an https address such as https://api.twilio.com'),
  textAccount: emptyOr(100, matches(/^[\w.-]+$/), 'Must be an account such as AC…'),
  textToken: textOrEmpty(500),
  textFrom: emptyOr(
    40,
    matches(/^(\+[1-9]\d{6,14}|MG\w+|[A-Za-z0-9 ]{1,11})$/),
    'Must be a number such as +12125550142, or the id of a service',
  ),
  stripePublishableKey: emptyOr(300, matches(/^pk_(test|live)_\w+$/), 'Must be a key such as pk_live_…'),
  stripeSecretKey: emptyOr(300, matches(/^[rs]k_(test|live)_\w+$/), 'Must be a key such as sk_live_…'),
  stripeWebhookSecret: emptyOr(300, matches(/^whsec_\w+$/), 'Must be a signing secret such as whsec_…'),
} satisfies Record<SettingName, z.ZodMiniType<string, string>>

// The user and the password have settings of their own: the address is shown, and not encrypted.
function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (!/^smtps?:$/.test(url.protocol) || url.hostname === '') return false
  return url.username === '' && url.password === '' && /^\/?$/.test(url.pathname)
}

function isApi(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname))
}

/** Body of `PATCH /outsideServices`: the settings that change. An empty one is removed. */
export const serviceChange = z.object({
  smtpServer: z.optional(setting.smtpServer),
  smtpUser: z.optional(setting.smtpUser),
  smtpPassword: z.optional(setting.smtpPassword),
  mailFrom: z.optional(setting.mailFrom),
  textApi: z.optional(setting.textApi),
  textAccount: z.optional(setting.textAccount),
  textToken: z.optional(setting.textToken),
  textFrom: z.optional(setting.textFrom),
  stripePublishableKey: z.optional(setting.stripePublishableKey),
  stripeSecretKey: z.optional(setting.stripeSecretKey),
  stripeWebhookSecret: z.optional(setting.stripeWebhookSecret),
})
export type ServiceChange = z.infer<typeof serviceChange>

/** The form of each service. A secret is empty unless another one is entered. */
export const serviceForms = {
  mail: z.pick(z.object(setting), { smtpServer: true, smtpUser: true, smtpPassword: true, mailFrom: true }),
  texts: z.pick(z.object(setting), { textApi: true, textAccount: true, textToken: true, textFrom: true }),
  cards: z.pick(z.object(setting), { stripePublishableKey: true, stripeSecretKey: true, stripeWebhookSecret: true }),
}

/** A setting. `value` is absent if it is a secret. `environment`: the variable that sets it, which wins. `changedAt`
 *  and `changedBy` (an email): when it was set on the page, and by whom, unless the account was erased. `unreadable`:
 *  another secret of the server encrypted it, so that it has to be entered again. */
const settingState = z.object({
  name: settingName,
  isSet: z.boolean(),
  value: z.optional(z.string()),
  environment: z.optional(z.string()),
  changedAt: z.optional(z.iso.datetime()),
  changedBy: z.optional(z.string()),
  unreadable: z.optional(z.literal(true)),
})
export type SettingState = z.infer<typeof settingState>

/** A service and its settings. `state`: `used`, or `none` without settings, `incomplete` if one is missing or
 *  unreadable, or `waits` if it is used from the server's next start on. `isTest`: Stripe's keys are those of its test
 *  mode. */
const service = z.object({
  kind: serviceKind,
  state: z.enum(['used', 'none', 'incomplete', 'waits']),
  isTest: z.optional(z.literal(true)),
  settings: z.array(settingState),
})
export type OutsideService = z.infer<typeof service>

/** Response of `GET /outsideServices`, and of the calls that change them. */
export const outsideServices = z.array(service)

/** Response of `POST /outsideServices/{kind}/test`: what the service said. */
export const serviceTest = z.object({ worked: z.boolean(), sentence: z.string() })
export type ServiceTest = z.infer<typeof serviceTest>
