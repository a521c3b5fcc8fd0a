import { formatCents } from '#contract/kit/money.ts'
import type { MailDetails } from '#server/database/schema/mail.ts'
import { type Content, layOut } from './layout.ts'

/** Kinds of email. */
export type MailKind = 'verify-email' | 'password-reset' | 'password-changed' | 'receipt'

/** Who the email is from. `publicUrl` is the site that its links lead to. */
export type Sender = { publicUrl: string; clinic: { name: string; address: string; phone: string } }

/** An email as plain text and as HTML. The subject is ASCII. */
export type Message = { subject: string; text: string; html: string }

type Words = Content & { subject: string }

/** Writes an email. It contains nothing from its recipient's account, such as a name: anyone can sign up with another person's address,
 *  and would choose what we write to them. */
export function writeMessage(kind: MailKind, details: MailDetails, sender: Sender): Message {
  const { subject, ...content } = wordsFor(kind, details, sender)
  return { subject, ...layOut(content, sender.clinic) }
}

function wordsFor(kind: MailKind, { link, payment }: MailDetails, { publicUrl, clinic }: Sender): Words {
  if (payment) return receiptWords(payment, link, clinic)
  if (kind === 'verify-email') return verifyWords(link, clinic.name)
  if (kind === 'password-reset') return resetWords(link, clinic.name)
  return changedWords(publicUrl, clinic)
}

function verifyWords(link: string | undefined, clinic: string): Words {
  return {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    preheader: `One click, and your account at ${clinic} is ready.`,
    paragraphs: [`Thanks for creating an account at ${clinic}. Please confirm that this email address is yours.`],
    button: buttonTo(link, 'Confirm email address'),
    after: ['The link works for one day. If you did not create an account, you can ignore this email.'],
  }
}

function resetWords(link: string | undefined, clinic: string): Words {
  return {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    preheader: 'This link works once, within one hour.',
    paragraphs: [`We got a request for a new password for your account at ${clinic}. You can choose one here.`],
    button: buttonTo(link, 'Choose a new password'),
    after: [
      'The link works once, within one hour. If you did not ask for it, you can ignore this email. Your password stays the same.',
    ],
  }
}

function changedWords(publicUrl: string, clinic: Sender['clinic']): Words {
  return {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    preheader: 'If this was not you, choose a new password right away.',
    paragraphs: [
      `The password of your account at ${clinic.name} was changed, and all other devices were signed out.`,
      `If this was you, you are all set. If not, choose a new password right away, or call us at ${clinic.phone}.`,
    ],
    button: buttonTo(`${publicUrl}/forgot-password`, 'Choose a new password'),
  }
}

function receiptWords(
  { treatment, date, slot, price, transactionId }: NonNullable<MailDetails['payment']>,
  link: string | undefined,
  clinic: Sender['clinic'],
): Words {
  const paid = formatCents(price, { alwaysCents: true })
  return {
    subject: 'Your receipt',
    heading: 'Your receipt',
    preheader: `${paid} for ${treatment} on ${date}`,
    paragraphs: [`Thank you. We received your payment of ${paid} for your appointment at ${clinic.name}.`],
    facts: [
      ['Treatment', treatment],
      ['Date', date],
      ['Time', slot],
      ['Paid', paid],
      ['Transaction id', transactionId],
    ],
    button: buttonTo(link, 'View receipt'),
    after: [`Questions, or can’t make it? Call us at ${clinic.phone}.`],
  }
}

function buttonTo(link: string | undefined, label: string): Content['button'] {
  return link === undefined ? undefined : { label, link }
}
