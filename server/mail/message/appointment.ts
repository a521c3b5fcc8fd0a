import { cancellationTerms } from '#contract/booking/cancellation-terms.ts'
import { refundSentence, toCardOf } from '#contract/booking/refund.ts'
import { directionsLink } from '#contract/kit/directions-link.ts'
import { inSentences } from '#contract/kit/locale.ts'
import { minimumCharge } from '#contract/kit/minimum-charge.ts'
import { formatCents, isPayable, toDollars } from '#contract/kit/money.ts'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { formatDayOfWeek } from '#contract/kit/time/shown-date.ts'
import { type MessageVariable, variablePattern } from '#contract/message.ts'
import type { MailAppointment, MailKind } from '#server/database/schema/mail.ts'
import { buttonTo, type Content, type Email, type ShownClinic } from './content.ts'
import { dayAlone, periodAlone } from './when.ts'

/** Kinds of email about an appointment. */
export type AppointmentMailKind = Extract<MailKind, `appointment-${string}` | 'price-changed'>

/** Tells whether an email of this kind is about an appointment. */
export function isAppointmentMail(kind: string): kind is AppointmentMailKind {
  return Object.hasOwn(wording, kind)
}

// Subjects name the day and not the treatment, because others may see them on a locked screen.
/** The usual heading of each email, and its sentence with variables. */
export const wording: Record<AppointmentMailKind, { heading: string; sentence: string }> = {
  'appointment-booked': {
    heading: 'Your appointment is booked',
    sentence: 'We look forward to seeing you at {clinic}.',
  },
  'appointment-moved': {
    heading: 'Your appointment has changed',
    sentence: 'Your appointment at {clinic} has changed. Here are the new details.',
  },
  'appointment-cancelled': {
    heading: 'Your appointment is cancelled',
    sentence: 'Your appointment at {clinic} is cancelled. You can book another time whenever you like.',
  },
  'appointment-reminder': {
    heading: 'A reminder of your appointment',
    sentence: 'See you soon at {clinic}.',
  },
  'appointment-choose': {
    heading: 'Please choose another time',
    sentence: 'We’re sorry, {clinic} can’t see you at this time. Please choose another one.',
  },
  'price-changed': {
    heading: 'The price of your appointment has changed',
    sentence: 'We have changed the price of your appointment at {clinic}, as agreed with you.',
  },
}

/** The words that the clinic has chosen; what is empty has the usual ones. */
export type Words = { subject: string; text: string }

type How = { clinic: ShownClinic; now: Date; chosen: Words | undefined }

/** Writes the text of an email about an appointment. */
export function appointmentEmail(
  kind: AppointmentMailKind,
  appointment: MailAppointment,
  link: string | undefined,
  { clinic, now, chosen = { subject: '', text: '' } }: How,
): Email {
  const { treatment, doctor, startsAt, endsAt, cancelUntil, payLink, message, ...money } = appointment
  const time = periodAlone(startsAt, endsAt, clinic)
  const day = clinicToday(new Date(startsAt), clinic.timeZone)
  const date = dayAlone(day, now, clinic)
  const values = { clinic: clinic.name, phone: clinic.phone, date, time, treatment, dentist: doctor ?? '' }
  const heading = fillIn(chosen.subject || wording[kind].heading, values)
  const sentences = fillIn(chosen.text || wording[kind].sentence, values)
  const isCancelled = kind === 'appointment-cancelled'
  return {
    subject: chosen.subject.includes('{date}')
      ? heading
      : `${heading}: ${formatDayOfWeek(day, inSentences(clinic), 'short')}`,
    heading,
    preheader: `${date}, ${time}`,
    paragraphs: [
      ...sentences.split(/\n\s*\n/),
      ...(message === undefined ? [] : [message]),
      ...refundParagraph(money, clinic),
    ],
    main: { lines: [date, time] },
    facts: [...whatFacts(appointment), ...moneyFacts(money, clinic)],
    ...linksOf(
      {
        change: buttonTo(link, buttonOf(kind, cancelUntil)),
        // Whoever is to choose another time does that first.
        pay: kind === 'appointment-choose' ? undefined : buttonTo(payLinkOf(payLink, money, clinic), 'Pay now'),
      },
      isCancelled || clinic.address === '' ? undefined : directionsLink(clinic.address),
    ),
    after: isCancelled ? [] : [howToChange(cancelUntil, clinic)],
    why: whyOf(kind),
  }
}

function whatFacts({ patientName, treatment, doctor }: MailAppointment): NonNullable<Content['facts']> {
  const facts: NonNullable<Content['facts']> = [['Treatment', treatment]]
  if (patientName !== undefined) facts.unshift(['Patient', patientName])
  if (doctor !== undefined) facts.push(['Dentist', doctor])
  return facts
}

function whyOf(kind: AppointmentMailKind) {
  const reason =
    kind === 'appointment-reminder'
      ? 'We send a reminder before each appointment.'
      : 'We write whenever an appointment is booked or changes.'
  return `${reason} You can choose how we reach you under My Account on our website, or call us.`
}

function refundParagraph(
  { refund, refundAtDesk = 0 }: Pick<MailAppointment, 'refund' | 'refundAtDesk'>,
  clinic: ShownClinic,
) {
  if (refund === undefined) return []
  const back = { refund: toDollars(refund), atDesk: toDollars(refundAtDesk) }
  const bank = toCardOf(back) > 0 ? ' Your bank may take 5 to 10 days to show it.' : ''
  return [`${refundSentence(back, clinic, { alwaysCents: true })}${bank}`]
}

function moneyFacts({ price, owed }: Pick<MailAppointment, 'price' | 'owed'>, clinic: ShownClinic) {
  const facts: NonNullable<Content['facts']> = []
  if (price === undefined) return facts
  const shown = formatCents(price, clinic, { alwaysCents: true })
  const state = owed === 0 ? ', paid' : owed === price ? ', not paid yet' : ''
  facts.push(['Price', price === 0 ? 'Free of charge' : `${shown}${state}`])
  if (owed && owed !== price) facts.push(['Still to pay', formatCents(owed, clinic, { alwaysCents: true })])
  return facts
}

/** The link to pay what is owed, if a card can pay it. */
function payLinkOf(
  payLink: string | undefined,
  { owed = 0 }: Pick<MailAppointment, 'owed'>,
  { currency }: ShownClinic,
): string | undefined {
  return owed >= minimumCharge(currency) && isPayable(owed, currency) ? payLink : undefined
}

/** The button is to pay, as long as something is owed; the change is a quiet link then. */
function linksOf(
  { change, pay }: { change: Content['button']; pay: Content['button'] },
  directions: string | undefined,
): Pick<Content, 'button' | 'links'> {
  return {
    button: pay ?? change,
    links: [pay ? change : undefined, buttonTo(directions, 'Directions')].filter((link) => link !== undefined),
  }
}

function buttonOf(kind: AppointmentMailKind, cancelUntil: string | undefined) {
  if (kind === 'appointment-cancelled') return 'Find another time'
  if (kind === 'appointment-choose') return 'Choose another time'
  return cancelUntil === undefined ? 'Move your appointment' : 'Move or cancel'
}

/** The email may be read days later, so that its deadline names the day. */
function howToChange(cancelUntil: string | undefined, clinic: ShownClinic) {
  const { phone } = clinic
  if (cancelUntil === undefined)
    return `Can’t make it? Use the link above to move it. To cancel it, please call us at ${phone}.`
  const changes = { state: 'changeable', cancelUntil: new Date(cancelUntil) } as const
  const terms = cancellationTerms(changes, clinic, undefined)?.text
  return `Can’t make it? Use the link above to move or cancel. ${terms}. After that, please call us at ${phone}.`
}

/** Replaces the variables of a text. */
function fillIn(text: string, values: Record<MessageVariable, string>): string {
  return text.replaceAll(variablePattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as MessageVariable] : whole,
  )
}
