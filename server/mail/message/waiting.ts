import { formatCents } from '#contract/kit/money.ts'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import { formatDay, formatMoment, formatPeriod, weekdayOf } from '#contract/kit/time/shown-date.ts'
import type { MailOffer } from '#server/database/schema/mail.ts'
import { buttonTo, type Content, type Email, type ShownClinic } from './layout.ts'

/** Writes the text of an email that offers a time that has become free. */
export function waitingOffer(offer: MailOffer, link: string | undefined, clinic: ShownClinic): Email {
  const { treatment, doctor, patientName, price, movesFrom } = offer
  const starts = new Date(offer.startsAt)
  const time = formatPeriod(starts, new Date(offer.endsAt), clinic.timeZone, clinic)
  const day = clinicToday(starts, clinic.timeZone)
  const date = `${weekdayOf(day, clinic)}, ${formatDay(day, clinic)}`
  const facts: NonNullable<Content['facts']> = []
  if (patientName !== undefined) facts.push(['Patient', patientName])
  facts.push(['Date', date], ['Time', time], ['Treatment', treatment])
  if (doctor !== undefined) facts.push(['Dentist', doctor])
  if (price !== undefined)
    facts.push(['Price', price === 0 ? 'Free of charge' : formatCents(price, clinic, { alwaysCents: true })])
  if (movesFrom !== undefined)
    facts.push(['Your appointment now', formatMoment(new Date(movesFrom), clinic.timeZone, clinic)])
  const isMove = movesFrom !== undefined
  return {
    // The time stays out of the subject, because others may see it on a locked screen.
    subject: 'An earlier time is free',
    heading: 'An earlier time is free',
    preheader: `${date}, ${time}`,
    paragraphs: [
      isMove
        ? `This time at ${clinic.name} has become free. Would you like it instead of your appointment?`
        : `This time at ${clinic.name} has become free. Would you like it?`,
      'We have told a few people who wait. First come, first served.',
    ],
    facts,
    button: buttonTo(link, isMove ? 'Move my appointment' : 'Book this time'),
    links: [{ label: 'Leave the waiting list', link: offer.leaveLink }],
    after: ['If it doesn’t suit you, there is nothing to do. You stay on the waiting list.'],
  }
}
