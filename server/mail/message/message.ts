import { formatCents } from '#contract/kit/money.ts'
import type { MailDetails, MailKind, MailPayment } from '#server/database/schema/mail.ts'
import { appointmentEmail } from './appointment.ts'
import { type Clinic, type Content, layOut, type ShownClinic } from './layout.ts'

/** Kinds of email with a link to set a password. */
export type PasswordMailKind = Extract<MailKind, 'password-reset' | 'claim-account' | 'staff-invitation'>

/** Tells whether an email of this kind has a link to set a password. */
export function isPasswordMail(kind: MailKind): kind is PasswordMailKind {
  return kind === 'password-reset' || kind === 'claim-account' || kind === 'staff-invitation'
}

/** The sender of an email. `publicUrl` is the origin of its links. */
export type Sender = { publicUrl: string; mailFrom: string; clinic: ShownClinic }

/** An iCalendar file with its method (RFC 5546). */
type CalendarFile = { method: 'REQUEST' | 'CANCEL'; content: string }

/** An email as plain text and as HTML. The subject is ASCII. An email about an appointment has an iCalendar file. */
export type Message = {
  subject: string
  text: string
  html: string
  calendar?: CalendarFile | undefined
}

type Email = Content & { subject: string }

/** Writes an email. It contains no text from the recipient's account, such as a name, because anyone can sign up with
 *  another person's email and could send them a message that way. */
export function writeMessage(kind: MailKind, details: MailDetails, sender: Sender): Message {
  const email = emailOf(kind, details, sender)
  if (!email) throw new Error(`The details of a ${kind} email are missing`)
  const { subject, ...content } = email
  return { subject, ...layOut(content, sender.clinic) }
}

function emailOf(
  kind: MailKind,
  { link, sharedBy, payment, refunded, appointment }: MailDetails,
  { publicUrl, clinic }: Sender,
): Email | undefined {
  switch (kind) {
    case 'verify-email':
      return verifyEmail(link, clinic.name)
    case 'password-reset':
      return passwordReset(link, clinic.name)
    case 'claim-account':
      return claimAccount(link, clinic.name)
    case 'staff-invitation':
      return staffInvitation(link, clinic.name)
    case 'password-changed':
      return passwordChanged(publicUrl, clinic)
    case 'second-factor-changed':
      return secondFactorChanged(publicUrl, clinic)
    case 'account-erased':
      return accountErased(clinic)
    case 'share-patient':
      return sharePatient(link, sharedBy, clinic.name)
    case 'new-email':
      return newEmail(link, clinic.name)
    case 'email-changed':
      return emailChanged(clinic)
    case 'receipt':
      return payment && receipt(payment, link, clinic)
    case 'refunded':
      return payment && refunded !== undefined ? refundReceipt(payment, refunded, link, clinic) : undefined
    default:
      return appointment && appointmentEmail(kind, appointment, link, clinic)
  }
}

function verifyEmail(link: string | undefined, clinic: string): Email {
  return {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    preheader: `One click, and your account at ${clinic} is ready.`,
    paragraphs: [`Thanks for creating an account at ${clinic}. Please confirm that this email address is yours.`],
    button: buttonTo(link, 'Confirm email address'),
    after: ['The link works for one day. If you did not create an account, you can ignore this email.'],
  }
}

function passwordReset(link: string | undefined, clinic: string): Email {
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

function claimAccount(link: string | undefined, clinic: string): Email {
  return {
    subject: 'See your appointments online',
    heading: 'See your appointments online',
    preheader: 'Choose a password to see, move and pay for your appointments.',
    paragraphs: [
      `${clinic} has your appointments under this address. Choose a password to see, move and pay for them.`,
    ],
    button: buttonTo(link, 'Choose a password'),
    after: [
      'The link works once, within seven days. After that, sign up on our website with this address.',
      `If you don’t know ${clinic}, you can ignore this email.`,
    ],
  }
}

function staffInvitation(link: string | undefined, clinic: string): Email {
  return {
    subject: 'You are invited to work with us',
    heading: 'You are invited to work with us',
    preheader: 'This link works once, within seven days.',
    paragraphs: [`${clinic} would like you to join its staff on our website. Open the invitation to see your role.`],
    button: buttonTo(link, 'Open the invitation'),
    after: [
      'The link works once, within seven days, and for nobody else. After that, ask us for a new one.',
      `If you don’t know ${clinic}, you can ignore this email. Nothing happens then.`,
    ],
  }
}

function passwordChanged(publicUrl: string, clinic: Clinic): Email {
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

function secondFactorChanged(publicUrl: string, clinic: Clinic): Email {
  return {
    subject: 'Your second factor was changed',
    heading: 'Your second factor was changed',
    preheader: 'If this was not you, choose a new password right away.',
    paragraphs: [
      `The authenticator app or a passkey of your account at ${clinic.name} was added or removed.`,
      `If this was you, you are all set. If not, choose a new password right away, and call us at ${clinic.phone}.`,
    ],
    button: buttonTo(`${publicUrl}/forgot-password`, 'Choose a new password'),
  }
}

function accountErased(clinic: Clinic): Email {
  return {
    subject: 'Your account was erased',
    heading: 'Your account was erased',
    preheader: 'Your name, address and phone number are gone.',
    paragraphs: [
      `Your account at ${clinic.name} was erased, as you asked. Your name, email address and phone number are gone.`,
      'The times and payments of your past appointments stay in our books without your name, for as long as the law requires.',
    ],
    after: [`If you did not ask for this, call us at ${clinic.phone}.`],
  }
}

function receipt(payment: MailPayment, link: string | undefined, clinic: ShownClinic): Email {
  const { price, transactionId } = payment
  const paid = formatCents(price, clinic, { alwaysCents: true })
  return {
    subject: 'Your receipt',
    heading: 'Your receipt',
    preheader: `${paid}${forWhat(payment)}`,
    paragraphs: [`Thank you. We received your payment of ${paid} for your appointment at ${clinic.name}.`],
    facts: [...appointmentFacts(payment), ['Paid', paid], ['Transaction id', transactionId]],
    button: buttonTo(link, 'View receipt'),
    after: [...howToChange(payment.changes), `Questions? Call us at ${clinic.phone}.`],
  }
}

function sharePatient(link: string | undefined, sharedBy: string | undefined, clinic: string): Email {
  return {
    subject: 'Act for a patient',
    heading: 'Act for a patient',
    preheader: 'Book, move and pay for their appointments from your account.',
    paragraphs: [
      `${sharedBy ?? 'Somebody'} asks you to act for a patient of ${clinic}: you can then book, move and pay for their appointments from your own account.`,
    ],
    button: buttonTo(link, 'Act for them'),
    after: ['The link works for seven days. If you don’t know who sent it, you can ignore this email.'],
  }
}

function newEmail(link: string | undefined, clinic: string): Email {
  return {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    preheader: 'One click, and your account has this address.',
    paragraphs: [
      `Confirm that this is the new email address of your account at ${clinic}. You then log in with it, and we write to you here.`,
    ],
    button: buttonTo(link, 'Confirm this address'),
    after: ['The link works for one day. If you don’t know this clinic, you can ignore this email.'],
  }
}

function emailChanged(clinic: Clinic): Email {
  return {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    preheader: 'If this was not you, call us.',
    paragraphs: [
      `Your account at ${clinic.name} has another email address now, and all devices were signed out. We no longer write to this one.`,
      `If this was not you, call us at ${clinic.phone}.`,
    ],
  }
}

function howToChange(changes: MailPayment['changes']): string[] {
  if (changes === 'changeable') return ['Can’t make it? Move or cancel it under My Appointments on our website.']
  if (changes !== 'too-late') return []
  return ['Can’t make it? Move it under My Appointments on our website. It’s too late to cancel it there.']
}

function refundReceipt(payment: MailPayment, cents: number, link: string | undefined, clinic: ShownClinic): Email {
  const { price, transactionId } = payment
  const refunded = formatCents(cents, clinic, { alwaysCents: true })
  return {
    subject: 'Your refund',
    heading: 'Your refund',
    preheader: `${refunded}${forWhat(payment)}`,
    paragraphs: [
      `We refunded ${refunded} of your payment to ${clinic.name}. Your bank may take 5 to 10 days to show it on your card.`,
    ],
    facts: [
      ...appointmentFacts(payment),
      ['Paid', formatCents(price, clinic, { alwaysCents: true })],
      ['Refunded', refunded],
      ['Transaction id', transactionId],
    ],
    button: buttonTo(link, 'View receipt'),
    after: [`Questions? Call us at ${clinic.phone}.`],
  }
}

function forWhat({ treatment, date }: MailPayment): string {
  return treatment && date ? ` for ${treatment} on ${date}` : ''
}

function appointmentFacts({ patientName, treatment, doctor, date, slot }: MailPayment): NonNullable<Content['facts']> {
  const facts = [
    ['Patient', patientName],
    ['Treatment', treatment],
    ['Dentist', doctor],
    ['Date', date],
    ['Time', slot],
  ] as const
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

function buttonTo(link: string | undefined, label: string): Content['button'] {
  return link === undefined ? undefined : { label, link }
}
