import { formatCents } from '#contract/kit/money.ts'
import { clinicMinutes, clinicToday } from '#contract/kit/time/clinic-date.ts'
import { formatTime } from '#contract/kit/time/shown-date.ts'
import type { MailOffer } from '#server/database/schema/mail.ts'
import { buttonTo, type Content, type Email, type ShownClinic } from './content.ts'
import { dayAlone, periodAlone } from './when.ts'

/** Writes the text of an email that offers a time that has become free. */
export function waitingOffer(offer: MailOffer, link: string | undefined, clinic: ShownClinic, now: Date): Email {
  const time = periodAlone(offer.startsAt, offer.endsAt, clinic)
  const date = dayAlone(clinicToday(new Date(offer.startsAt), clinic.timeZone), now, clinic)
  const isMove = offer.movesFrom !== undefined
  return {
    // The time stays out of the subject, because others may see it on a locked screen.
    subject: 'An earlier time is free',
    heading: 'An earlier time is free',
    preheader: `${date}, ${time}`,
    paragraphs: [
      isMove
        ? `Would you like this time at ${clinic.name} instead of yours?`
        : `Would you like this time at ${clinic.name}?`,
      'We offer it to a few people on the waiting list. First come, first served.',
    ],
    main: { lines: [date, time] },
    facts: factsOf(offer, clinic, now),
    button: buttonTo(link, isMove ? 'Move my appointment' : 'Book this time'),
    after: [
      isMove
        ? 'Doesn’t suit you? Just ignore this email. You keep your appointment and stay on the waiting list.'
        : 'Doesn’t suit you? Just ignore this email. You stay on the waiting list.',
    ],
    why: 'You get this email because you are on our waiting list.',
    stop: [{ label: 'Leave the waiting list', link: offer.leaveLink }],
  }
}

function factsOf({ patientName, treatment, doctor, price, movesFrom }: MailOffer, clinic: ShownClinic, now: Date) {
  const facts: NonNullable<Content['facts']> = []
  if (patientName !== undefined) facts.push(['Patient', patientName])
  facts.push(['Treatment', treatment])
  if (doctor !== undefined) facts.push(['Dentist', doctor])
  if (price !== undefined)
    facts.push(['Price', price === 0 ? 'Free of charge' : formatCents(price, clinic, { alwaysCents: true })])
  if (movesFrom !== undefined) {
    const moment = new Date(movesFrom)
    const [day, minutes] = [clinicToday(moment, clinic.timeZone), clinicMinutes(moment, clinic.timeZone)]
    facts.push(['Your time now', `${dayAlone(day, now, clinic)}, ${formatTime(minutes, clinic)}`])
  }
  return facts
}
