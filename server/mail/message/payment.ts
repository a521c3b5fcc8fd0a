import { inSentences } from '#contract/kit/locale.ts'
import { formatCents } from '#contract/kit/money.ts'
import { showDate } from '#contract/kit/time/shown-date.ts'
import type { MailPayment } from '#server/database/schema/mail.ts'
import { buttonTo, type Content, type Email, type ShownClinic } from './content.ts'
import { slotAlone } from './when.ts'

/** The receipt of a payment. */
export function receipt(payment: MailPayment, link: string | undefined, clinic: ShownClinic): Email {
  const { price, transactionId, receipt: number } = payment
  const paid = formatCents(price, clinic, { alwaysCents: true })
  return {
    subject: 'Your receipt',
    heading: 'Your receipt',
    preheader: `${paid}${forWhat(payment, clinic)}`,
    paragraphs: [`Thank you. We received your payment for your appointment at ${clinic.name}.`],
    main: { label: 'Paid', lines: [paid] },
    facts: [
      ...appointmentFacts(payment, clinic),
      ...(number === undefined ? [] : [['Receipt', number] satisfies [string, string]]),
      ['Transaction id', transactionId],
    ],
    button: buttonTo(link, 'View receipt'),
    after: [...howToChange(payment.changes), `Questions? Call us at ${clinic.phone}.`],
    why: 'We send a receipt for every payment.',
  }
}

/** Says what of a payment was refunded. `cents`: the amount, in the smallest unit of the currency. */
export function refundReceipt(
  payment: MailPayment,
  cents: number,
  link: string | undefined,
  clinic: ShownClinic,
): Email {
  const { price, transactionId } = payment
  const refunded = formatCents(cents, clinic, { alwaysCents: true })
  return {
    subject: 'Your refund',
    heading: 'Your refund',
    preheader: `${refunded}${forWhat(payment, clinic)}`,
    paragraphs: [
      `We refunded this amount of your payment to ${clinic.name}. Your bank may take 5 to 10 days to show it on your card.`,
    ],
    main: { label: 'Refunded', lines: [refunded] },
    facts: [
      ['Paid', formatCents(price, clinic, { alwaysCents: true })],
      ...appointmentFacts(payment, clinic),
      ['Transaction id', transactionId],
    ],
    button: buttonTo(link, 'View receipt'),
    after: [`Questions? Call us at ${clinic.phone}.`],
    why: 'We write about every refund.',
  }
}

function howToChange(changes: MailPayment['changes']): string[] {
  if (changes === 'changeable') return ['Can’t make it? Move or cancel it under My Appointments on our website.']
  if (changes !== 'too-late') return []
  return ['Can’t make it? Move it under My Appointments on our website. It’s too late to cancel it there.']
}

function forWhat({ treatment, date }: MailPayment, clinic: ShownClinic): string {
  return treatment && date ? ` for ${treatment} on ${showDate(date, inSentences(clinic))}` : ''
}

function appointmentFacts(
  { patientName, treatment, doctor, date, slot }: MailPayment,
  clinic: ShownClinic,
): NonNullable<Content['facts']> {
  const facts = [
    ['Patient', patientName],
    ['Treatment', treatment],
    ['Dentist', doctor],
    ['Date', date && showDate(date, clinic)],
    ['Time', slot && slotAlone(slot, clinic)],
  ] as const
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}
