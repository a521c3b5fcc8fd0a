import type { OutsideService, ServiceKind, SettingName, SettingState } from '#contract/outside-service.ts'
import { clinic } from '#web/clinic.ts'
import { clinicDayInText } from '#web/dates.ts'

/** The title of each service. */
export const titles: Record<ServiceKind, string> = { mail: 'Email', texts: 'Text messages', cards: 'Card payments' }

/** The label of each setting, and what it is. */
export const labels: Record<SettingName, [label: string, hint: string]> = {
  smtpServer: ['Mail server', 'For example smtps://smtp.example.com:465.'],
  smtpUser: ['User', 'Often the email address of the mailbox.'],
  smtpPassword: ['Mail password', ''],
  mailFrom: ['Sender', 'The address that emails come from. Without one, the clinic’s own.'],
  textApi: ['Address of the provider', 'Without one, https://api.twilio.com.'],
  textAccount: ['Account', 'The account’s id. It often begins with AC.'],
  textToken: ['Token', `It also signs what the provider sends to ${clinic.publicUrl}/webhook/text.`],
  textFrom: ['Sender', 'A number such as +12125550142, or the id of a messaging service.'],
  stripePublishableKey: ['Publishable key', 'It begins with pk_.'],
  stripeSecretKey: ['Secret key', 'It begins with sk_ or rk_.'],
  stripeWebhookSecret: ['Webhook secret', `Of the endpoint ${clinic.publicUrl}/webhook/stripe. It begins with whsec_.`],
}

const unset: Record<ServiceKind, string> = {
  mail: 'Not set up: no emails are sent. They are kept in the outbox on the server.',
  texts: 'Not set up: no text messages are sent.',
  cards: 'Not set up: a sandbox stands in for Stripe, and no card is charged.',
}
const incomplete: Record<ServiceKind, string> = {
  mail: 'A setting is missing or unreadable, so emails may not be sent.',
  texts: 'A setting is missing or unreadable, so no text messages are sent.',
  cards: 'A setting is missing or unreadable, so no card is charged.',
}

/** Says whether a service is in use. */
export function stateOf({ kind, state, isTest }: OutsideService): string {
  const test = isTest ? ' These are keys of Stripe’s test mode: no card is charged.' : ''
  if (state === 'used') return `In use.${test}`
  if (state === 'waits') return `Saved. It takes effect when the server starts the next time.${test}`
  return state === 'incomplete' ? incomplete[kind] : unset[kind]
}

/** Says when a setting was set, and by whom; empty if it was not, or by the environment. */
export function changeOf({ isSet, changedAt, changedBy, unreadable }: SettingState): string {
  if (unreadable) return 'It can’t be read, because the server’s secret has changed. Enter it again.'
  if (!isSet || changedAt === undefined) return ''
  return `Set on ${clinicDayInText(changedAt)}${changedBy === undefined ? '' : `, by ${changedBy}`}.`
}
