import type { MailDetails } from '#server/database/schema.ts'
import { escapeHtml } from '#server/http/html.ts'

/** What is written to people, and nothing but this. */
export type MailKind = 'verify-email' | 'password-reset' | 'password-changed' | 'receipt'

/** Who writes. `publicUrl` is where links lead. */
export type Sender = { publicUrl: string; clinic: { name: string; address: string; phone: string } }

/** A mail's words, as plain text and as simple HTML. The subject is ASCII. */
export type Message = { subject: string; text: string; html: string }

type Words = { subject: string; paragraphs: string[]; link?: string | undefined; after?: string[] }

/** Writes a mail. It says nothing that its recipient's account says, such as a name: anybody may sign up with another's address,
 *  and would choose what we write to them. */
export function writeMessage(kind: MailKind, details: MailDetails, sender: Sender): Message {
  const { subject, paragraphs, after = [], ...words } = wordsFor(kind, details, sender)
  const { name, address, phone } = sender.clinic
  const signature = [name, address, phone]
  const shown = words.link === undefined ? [] : [words.link]
  return {
    subject,
    text: `${[...paragraphs, ...shown, ...after, signature.join('\n')].join('\n\n')}\n`,
    html: [
      ...paragraphs.map(paragraph),
      ...shown.map((url) => `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`),
      ...after.map(paragraph),
      `<p>${signature.map(escapeHtml).join('<br>')}</p>`,
    ].join('\n'),
  }
}

function wordsFor(kind: MailKind, { link, payment }: MailDetails, { publicUrl, clinic }: Sender): Words {
  if (payment) return receiptWords(payment, link, clinic.name)
  if (kind === 'verify-email') {
    return {
      subject: 'Confirm your email address',
      paragraphs: [
        'Hello,',
        `An account was made with this address at ${clinic.name}. Please confirm that the address is yours:`,
      ],
      link,
      after: ['The link works for one day. If you made no account, you need not do anything.'],
    }
  }
  if (kind === 'password-reset') {
    return {
      subject: 'Choose a new password',
      paragraphs: [
        'Hello,',
        `Somebody asked for a new password for your account at ${clinic.name}. To choose one, open this page:`,
      ],
      link,
      after: [
        'The link works once, for one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
      ],
    }
  }
  return {
    subject: 'Your password was changed',
    paragraphs: [
      'Hello,',
      `The password of your account at ${clinic.name} was changed, and all other devices were signed out.`,
      `If this was not you, choose a new one at once, or call us at ${clinic.phone}:`,
    ],
    link: `${publicUrl}/forgot-password`,
  }
}

function receiptWords(payment: NonNullable<MailDetails['payment']>, link: string | undefined, clinic: string): Words {
  const { treatment, date, slot, price, transactionId } = payment
  return {
    subject: 'Your receipt',
    paragraphs: [
      'Hello,',
      `We received your payment of $${(price / 100).toFixed(2)} for ${treatment} at ${clinic}, on ${date} at ${slot}.`,
      `Transaction id: ${transactionId}`,
      'A receipt to print is here:',
    ],
    link,
  }
}

function paragraph(text: string) {
  return `<p>${escapeHtml(text)}</p>`
}
