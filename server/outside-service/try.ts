import { v7 as uuid } from 'uuid'
import type { ServiceKind, ServiceTest } from '#contract/outside-service.ts'
import type { Sender } from '#server/mail/message/message.ts'
import { openTransport } from '#server/mail/transport.ts'
import { type CardAccount, readLiveMode } from '#server/payment/provider.ts'
import { readTextAccount, type TextAccount } from '#server/text-message/provider.ts'
import type { Accounts } from './accounts.ts'
import { reasonOf, withoutSecrets } from './reason.ts'

/** `to`: who gets the test email. `dataDir`: where emails without a mail server go. */
type Deps = { sender: () => Promise<Sender>; to: string; dataDir: string }

const none = 'Nothing is tried, because it is not set.'

/** Tries a service with the settings in use. What it says about a failure contains no secret of ours. */
export async function tryService(kind: ServiceKind, accounts: Accounts, deps: Deps): Promise<ServiceTest> {
  const { smtpUrl, texts, stripe } = accounts
  const secrets = [passwordIn(smtpUrl), texts?.token ?? '', stripe?.secretKey ?? '', stripe?.webhookSecret ?? '']
  const tries: Record<ServiceKind, () => Promise<string>> = {
    mail: async () => (smtpUrl === undefined ? none : sendTest(smtpUrl, deps)),
    texts: async () => (texts === undefined ? none : tryTexts(texts)),
    cards: async () => (stripe === undefined ? none : tryCards(stripe)),
  }
  try {
    const sentence = await tries[kind]()
    return { worked: sentence !== none, sentence }
  } catch (error) {
    const reason = withoutSecrets(reasonOf(error), secrets).slice(0, 300)
    return { worked: false, sentence: `${failed[kind]} ${/[.!?]$/.test(reason) ? reason : `${reason}.`}` }
  }
}

const failed: Record<ServiceKind, string> = {
  mail: 'The mail server did not take the email:',
  texts: 'The provider of text messages did not accept the account:',
  cards: 'Stripe did not accept the secret key:',
}

function passwordIn(url: string | undefined): string {
  return url === undefined ? '' : decodeURIComponent(new URL(url).password)
}

async function sendTest(smtpUrl: string, { sender, to, dataDir }: Deps): Promise<string> {
  const { clinic, mailFrom, publicUrl } = await sender()
  const transport = openTransport({ publicUrl, dataDir, smtpUrl })
  const text = 'This is a test. Nothing needs to be done.'
  const from = { name: clinic.name, address: mailFrom }
  try {
    await transport.send({ id: uuid(), from, to, subject: 'A test email', text, html: `<p>${text}</p>` })
  } finally {
    transport.close()
  }
  return `The mail server took a test email to ${to}. Check that it arrives, and not as spam.`
}

async function tryTexts(account: TextAccount): Promise<string> {
  const name = await readTextAccount(account)
  return `The provider knows this account${name ? `, ${name}` : ''}. Nothing was sent.`
}

/** Exported for its test, which has a Stripe of its own. */
export async function tryCards(account: Pick<CardAccount, 'secretKey' | 'api'>): Promise<string> {
  const isLive = await readLiveMode(account)
  return isLive
    ? 'Stripe accepts the secret key, in live mode.'
    : 'Stripe accepts the secret key, in test mode: no card is charged.'
}
