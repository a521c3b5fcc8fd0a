import { cancellationTerms } from '#contract/booking/cancellation-terms.ts'
import { refundSentence, toCardOf } from '#contract/booking/refund.ts'
import { directionsLink } from '#contract/kit/directions-link.ts'
import { inSentences } from '#contract/kit/locale.ts'
import { minimumCharge } from '#contract/kit/minimum-charge.ts'
import { formatCents, isPayable, toDollars } from '#contract/kit/money.ts'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { formatDay, formatDayOfWeek, formatPeriod, weekdayOf } from '#contract/kit/time/shown-date.ts'
import { type MessageVariable, variablePattern } from '#contract/message.ts'
import type { MailAppointment, MailKind } from '#server/database/schema/mail.ts'
import { buttonTo, type Content, type ShownClinic } from './layout.ts'

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
    sentence: 'Your appointment at {clinic} has changed. This is how it is now.',
  },
  'appointment-cancelled': {
    heading: 'Your appointment is cancelled',
    sentence: 'This appointment at {clinic} is cancelled. Would you like another one?',
  },
  'appointment-reminder': {
    heading: 'A reminder of your appointment',
    sentence: 'We will see you soon at {clinic}.',
  },
  'appointment-choose': {
    heading: 'Please choose another time',
    sentence: '{clinic} can’t see you at this time. Please choose another one.',
  },
  'price-changed': {
    heading: 'The price of your appointment has changed',
    sentence: '{clinic} has changed the price of this appointment, as agreed with you.',
  },
}

/** The words that the clinic has chosen; what is empty has the usual ones. */
export type Words = { subject: string; text: string }

/** Writes the text of an email about an appointment. `timeZone` is the clinic's. */
export function appointmentEmail(
  kind: AppointmentMailKind,
  {
    treatment,
    doctor,
    patientName,
    startsAt,
    endsAt,
    refund,
    refundAtDesk,
    cancelUntil,
    payLink,
    message,
    ...money
  }: MailAppointment,
  link: string | undefined,
  clinic: ShownClinic,
  chosen: Words = { subject: '', text: '' },
): Content & { subject: string } {
  const starts = new Date(startsAt)
  const time = formatPeriod(starts, new Date(endsAt), clinic.timeZone, clinic)
  const day = clinicToday(starts, clinic.timeZone)
  const date = `${weekdayOf(day, clinic)}, ${formatDay(day, clinic)}`
  const values = { clinic: clinic.name, phone: clinic.phone, date, time, treatment, dentist: doctor ?? '' }
  const heading = fillIn(chosen.subject || wording[kind].heading, values)
  const sentences = fillIn(chosen.text || wording[kind].sentence, values)
  const dentist: Content['facts'] = doctor === undefined ? [] : [['Dentist', doctor]]
  const patient: Content['facts'] = patientName === undefined ? [] : [['Patient', patientName]]
  return {
    subject: chosen.subject.includes('{date}')
      ? heading
      : `${heading}: ${formatDayOfWeek(day, inSentences(clinic), 'short')}`,
    heading,
    preheader: `${date}, ${time}`,
    paragraphs: [
      ...sentences.split(/\n\s*\n/),
      ...(message === undefined ? [] : [message]),
      ...refundParagraph({ refund, refundAtDesk }, clinic),
    ],
    facts: [
      ...patient,
      ['Date', date],
      ['Time', time],
      ['Treatment', treatment],
      ...dentist,
      ...moneyFacts(money, clinic),
      ...(kind === 'appointment-cancelled' ? [] : termsFact(cancelUntil, clinic)),
    ],
    ...linksOf(
      {
        change: buttonTo(link, buttonOf(kind, cancelUntil)),
        // Whoever is to choose another time does that first.
        pay: kind === 'appointment-choose' ? undefined : buttonTo(payLinkOf(payLink, money, clinic), 'Pay now'),
      },
      kind === 'appointment-cancelled' || clinic.address === '' ? undefined : directionsLink(clinic.address),
    ),
    after: kind === 'appointment-cancelled' ? [] : [howToChange(cancelUntil, clinic)],
  }
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
  facts.push(['Price', price === 0 ? 'Free of charge' : formatCents(price, clinic, { alwaysCents: true })])
  if (owed === 0 && price > 0) facts.push(['Payment', 'Paid'])
  if (owed) facts.push(['Still to pay', formatCents(owed, clinic, { alwaysCents: true })])
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

function howToChange(cancelUntil: string | undefined, { phone }: ShownClinic) {
  return cancelUntil === undefined
    ? `Can’t make it? Use the link above to move it, or call us at ${phone} to cancel it.`
    : `Use the link above to move or cancel, without logging in. Too late to cancel it? Please call us at ${phone}.`
}

/** The email may be read days later, so that it names the date. */
function termsFact(cancelUntil: string | undefined, clinic: ShownClinic): NonNullable<Content['facts']> {
  const changes =
    cancelUntil === undefined
      ? ({ state: 'too-late' } as const)
      : ({ state: 'changeable', cancelUntil: new Date(cancelUntil) } as const)
  const terms = cancellationTerms(changes, clinic, undefined)
  return terms ? [['Changes', terms.text]] : []
}

/** Replaces the variables of a text. */
function fillIn(text: string, values: Record<MessageVariable, string>): string {
  return text.replaceAll(variablePattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as MessageVariable] : whole,
  )
}
