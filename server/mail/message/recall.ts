import { formatCents } from '#contract/kit/money.ts'
import { formatTime } from '#contract/kit/time/shown-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { MailRecall, MailTime } from '#server/database/schema/mail.ts'
import { buttonTo, type Content, type Email, type ShownClinic } from './content.ts'
import { dayAlone, dayInText } from './when.ts'

/** Writes an invitation to come back. The subject doesn't name the treatment, because others may see it on a locked
 *  screen.
 *  @param link where to see all times, and to put invitations off */
export function recallEmail(
  { treatments, lastVisitOn, patientName, price, times, stopLink }: MailRecall,
  link: string | undefined,
  clinic: ShownClinic,
  now: Date,
): Email {
  const [first = '', ...others] = treatments
  const next = others.length > 0 ? `${first} and ${others.join(' and ')}` : first
  const [whose, theirs] = patientName === undefined ? ['your', 'Your'] : [`${patientName}’s`, 'The']
  const last = `${theirs} last ${others.length > 0 ? `visit for ${first}` : 'one'}`
  const [soonest, ...later] = times
  const clock = (time: MailTime) => formatTime(slotStartMinutes(time.slot), clinic)
  const toLink = (time: MailTime) => ({
    label: `${dayAlone(time.date, now, clinic)}, ${clock(time)}${time.doctor === undefined ? '' : ` with ${time.doctor}`}`,
    link: time.link,
  })
  return {
    subject: 'Time for your next visit',
    heading: 'Time for your next visit',
    preheader: `Choose a time at ${clinic.name}`,
    paragraphs: [
      `It’s time for ${whose} next ${next}. ${last} was on ${dayInText(lastVisitOn, now, clinic)}.`,
      ...(soonest ? ['Here is a time that is free now. Choose it, then confirm it on the page that opens.'] : []),
    ],
    ...(soonest && { main: { lines: [dayAlone(soonest.date, now, clinic), clock(soonest)] } }),
    facts: factsOf({ first, price, doctor: soonest?.doctor }, clinic),
    button: soonest ? { label: 'Choose this time', link: soonest.link } : buttonTo(link, 'Find a time'),
    ...(later.length > 0 && { choices: { lead: 'Or one of these times:', links: later.map(toLink) } }),
    links: link === undefined ? [] : [{ label: soonest ? 'More times, or remind me later' : 'Remind me later', link }],
    after: [`You don’t need to log in. Prefer to call? We’re at ${clinic.phone}.`],
    why: 'We write when your next visit is due. You can stop that at any time. Emails about appointments that you book go on.',
    stop: [{ label: 'Stop these emails', link: stopLink }],
  }
}

function factsOf(
  { first, price, doctor }: { first: string; price: number; doctor: string | undefined },
  clinic: ShownClinic,
): NonNullable<Content['facts']> {
  const facts: NonNullable<Content['facts']> = [['Treatment', first]]
  if (doctor !== undefined) facts.push(['Dentist', doctor])
  facts.push(['Price', price === 0 ? 'Free of charge' : formatCents(price, clinic, { alwaysCents: true })])
  return facts
}
