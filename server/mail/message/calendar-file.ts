import { TZDate } from '@date-fns/tz'
import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { MailAppointment } from '#server/database/schema/mail.ts'
import type { AppointmentMailKind } from './appointment.ts'
import type { CalendarFile, Sender } from './message.ts'

const alarmSeconds = 2 * 3_600

/** Returns the iCalendar file (RFC 5545, RFC 5546) that adds, changes or removes an appointment in the recipient's calendar. Its texts don't
 *  name the treatment, because others may see the calendar. */
export function calendarFile(
  kind: AppointmentMailKind,
  { id, sequence, startsAt, endsAt }: MailAppointment,
  recipient: string,
  { publicUrl, mailFrom, clinic }: Sender,
): CalendarFile {
  const method = kind === 'appointment-cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  const calendar = ical({ prodId: { company: clinic.name, product: 'Appointments' }, method })
  // Only the event has a zone: in a calendar's zone the library writes DTSTAMP without Z, which RFC 5545 (3.8.7.2) requires.
  calendar.timezone({ name: null, generator: (zone) => getVtimezoneComponent(zone) ?? null })
  const event = calendar.createEvent({
    id: `${id}@${new URL(publicUrl).hostname}`,
    sequence,
    start: new TZDate(startsAt, clinic.timeZone),
    end: new TZDate(endsAt, clinic.timeZone),
    timezone: clinic.timeZone,
    summary: `Appointment at ${clinic.name}`,
    location: clinic.address,
    description: `Questions, or can’t make it? Call us at ${clinic.phone}.`,
    organizer: { name: clinic.name, email: mailFrom },
    attendees: [{ email: recipient, rsvp: false }],
    status: method === ICalCalendarMethod.CANCEL ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (method === ICalCalendarMethod.REQUEST)
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore: alarmSeconds })
  return { method, content: calendar.toString() }
}
