import { refundSentence, toCardOf } from '#contract/booking/refund.ts'
import { inSentences } from '#contract/kit/locale.ts'
import { formatCents, toDollars } from '#contract/kit/money.ts'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { formatDay, formatMoment, formatPeriod, weekdayOf } from '#contract/kit/time/shown-date.ts'
import type { MailAppointment, MailKind } from '#server/database/schema/mail.ts'
import type { Content, ShownClinic } from './layout.ts'

/** Kinds of email about an appointment. */
export type AppointmentMailKind = Extract<MailKind, `appointment-${string}` | 'price-changed'>

/** Tells whether an email of this kind is about an appointment. */
export function isAppointmentMail(kind: string): kind is AppointmentMailKind {
  return Object.hasOwn(wording, kind)
}

// Subjects don't name the treatment, because others may see them on a locked screen.
const wording: Record<AppointmentMailKind, { heading: string; sentence: (clinic: string) => string }> = {
  'appointment-booked': {
    heading: 'Your appointment is booked',
    sentence: (clinic) => `We look forward to seeing you at ${clinic}.`,
  },
  'appointment-moved': {
    heading: 'Your appointment has changed',
    sentence: (clinic) => `Your appointment at ${clinic} has changed. This is how it is now.`,
  },
  'appointment-cancelled': {
    heading: 'Your appointment is cancelled',
    sentence: (clinic) => `This appointment at ${clinic} is cancelled. Would you like another one?`,
  },
  'appointment-reminder': {
    heading: 'A reminder of your appointment',
    sentence: (clinic) => `We will see you soon at ${clinic}.`,
  },
  'price-changed': {
    heading: 'The price of your appointment has changed',
    sentence: (clinic) => `${clinic} has changed the price of this appointment, as agreed with you.`,
  },
}

/** Writes the text of an email about an appointment. `timeZone` is the clinic's. */
export function appointmentEmail(
  kind: AppointmentMailKind,
  { treatment, doctor, patientName, startsAt, endsAt, refund, refundAtDesk, cancelUntil, ...money }: MailAppointment,
  link: string | undefined,
  clinic: ShownClinic,
): Content & { subject: string } {
  const { heading, sentence } = wording[kind]
  const starts = new Date(startsAt)
  const time = formatPeriod(starts, new Date(endsAt), clinic.timeZone, clinic)
  const day = clinicToday(starts, clinic.timeZone)
  const date = `${weekdayOf(day, clinic)}, ${formatDay(day, clinic)}`
  const dentist: Content['facts'] = doctor === undefined ? [] : [['Dentist', doctor]]
  const patient: Content['facts'] = patientName === undefined ? [] : [['Patient', patientName]]
  return {
    subject: heading,
    heading,
    preheader: `${date}, ${time}`,
    paragraphs: [sentence(clinic.name), ...refundParagraph({ refund, refundAtDesk }, clinic)],
    facts: [
      ...patient,
      ['Date', date],
      ['Time', time],
      ['Treatment', treatment],
      ...dentist,
      ...moneyFacts(money, clinic),
    ],
    button: link === undefined ? undefined : { label: buttonOf(kind, cancelUntil), link },
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
  if (price !== undefined) facts.push(['Price', formatCents(price, clinic, { alwaysCents: true })])
  if (owed !== undefined) facts.push(['Still to pay', formatCents(owed, clinic, { alwaysCents: true })])
  return facts
}

function buttonOf(kind: AppointmentMailKind, cancelUntil: string | undefined) {
  if (kind === 'appointment-cancelled') return 'Find another time'
  return cancelUntil === undefined ? 'Move your appointment' : 'Move or cancel'
}

function howToChange(cancelUntil: string | undefined, { phone, timeZone, ...locale }: ShownClinic) {
  if (cancelUntil === undefined) return `Can’t make it? Move it here, or call us at ${phone} to cancel it.`
  const until = formatMoment(new Date(cancelUntil), timeZone, inSentences(locale))
  return `You can move or cancel it here without logging in. To cancel it after ${until}, please call us at ${phone}.`
}
