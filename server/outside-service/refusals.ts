import type { SettingName } from '#contract/outside-service.ts'
import type { Refusals } from '#server/http/refusal.ts'
import type { ServiceRefusal } from './change.ts'

const missing: Record<SettingName, string> = {
  smtpServer: 'Enter the mail server, or remove its user and password too',
  smtpUser: 'Enter the user whose password this is',
  smtpPassword: 'Enter the password',
  mailFrom: 'Enter the sender',
  textApi: 'Enter the address',
  textAccount: 'Enter the account, or remove all of the text service',
  textToken: 'Enter the token, or remove all of the text service',
  textFrom: 'Enter the sender, or remove all of the text service',
  stripePublishableKey: 'Enter the publishable key, or remove all keys',
  stripeSecretKey: 'Enter the secret key, or remove all keys',
  stripeWebhookSecret: 'Enter the webhook’s signing secret, or remove all keys',
}
const field = (refusal: { field: SettingName }) => refusal.field

/** The answers to a change of a service that is not made. */
export const serviceRefusals: Refusals<ServiceRefusal> = {
  'set-by-environment': {
    status: 409,
    field,
    sentence: ({ variable }) => `Set by ${variable} in the environment, which wins`,
  },
  'setting-missing': { status: 400, field, sentence: (refusal) => missing[refusal.field] },
  'other-mode': { status: 400, field, sentence: 'Must be of the same mode as the secret key: both live or both test' },
  'secret-again': { status: 400, field, sentence: 'Enter it again, because the address that it is sent to changes' },
}
