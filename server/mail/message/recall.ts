import { formatDay, formatDayOfWeek, formatTime } from '#contract/kit/time/shown-date.ts'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import type { MailRecall } from '#server/database/schema/mail.ts'
import { buttonTo, type Email, type ShownClinic } from './layout.ts'

/** Writes an invitation to come back. The subject doesn't name the treatment, because others may see it on a locked
 *  screen.
 *  @param link where to see all times, and to put invitations off or stop them */
export function recallEmail(
  { treatments, lastVisitOn, patientName, times }: MailRecall,
  link: string | undefined,
  clinic: ShownClinic,
): Email {
  const [first = '', ...others] = treatments
  const ofWhom = patientName === undefined ? 'your' : `${patientName}’s`
  const next = others.length > 0 ? `${first} and ${others.join(' and ')}` : first
  const [soonest, ...later] = times.map((time) => ({ label: labelOf(time, clinic), link: time.link }))
  return {
    subject: 'Time for your next visit',
    heading: 'Time for your next visit',
    preheader: `Choose a time at ${clinic.name}`,
    paragraphs: [
      `It is time for ${ofWhom} next ${next}. The last visit for ${first} was on ${formatDay(lastVisitOn, clinic)}.`,
      ...(times.length > 0 ? ['These times are free now. Press one, then confirm it on the page that opens:'] : []),
    ],
    button: soonest ?? buttonTo(link, 'Find a time'),
    links: [
      ...later,
      soonest && buttonTo(link, 'See other times'),
      buttonTo(link, 'Not now, or no more of these emails'),
    ].filter((each) => each !== undefined),
    after: [`No login is needed. You can also call us at ${clinic.phone}.`],
  }
}

function labelOf({ date, slot, doctor }: MailRecall['times'][number], clinic: ShownClinic): string {
  const day = formatDayOfWeek(date, clinic)
  return `${day}, ${formatTime(slotStartMinutes(slot), clinic)}${doctor === undefined ? '' : ` with ${doctor}`}`
}
