import { TZDate } from '@date-fns/tz'
import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventClass,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'

const alarmSeconds = 2 * 3_600
const feedRefreshSeconds = 3_600

/** An appointment. Instants as ISO 8601 or `Date`. `sequence` counts its changes. */
export type CalendarAppointment = { id: string; sequence: number; startsAt: string | Date; endsAt: string | Date }

/** The clinic, whose site is at `publicUrl`. */
export type CalendarClinic = {
  publicUrl: string
  clinic: { name: string; address: string; phone: string; timeZone: string }
}

/** Returns the file (RFC 5545, RFC 5546) by which an email adds, changes or removes an appointment in the recipient's calendar. */
export function invitationFile(
  appointment: CalendarAppointment,
  isCancelled: boolean,
  recipient: string,
  from: CalendarClinic & { mailFrom: string },
): { method: 'REQUEST' | 'CANCEL'; content: string } {
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  const calendar = openCalendar(from, { method })
  const event = calendar.createEvent({
    ...patientEvent(appointment, from),
    ...inZone(appointment, from),
    organizer: { name: from.clinic.name, email: from.mailFrom },
    attendees: [{ email: recipient, rsvp: false }],
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (!isCancelled) event.createAlarm({ type: ICalAlarmType.display, triggerBefore: alarmSeconds })
  return { method, content: calendar.toString() }
}

/** Returns the file by which a patient adds an appointment to a calendar of their choice. */
export function appointmentFile(appointment: CalendarAppointment, from: CalendarClinic): string {
  const calendar = openCalendar(from, { method: ICalCalendarMethod.PUBLISH })
  const event = calendar.createEvent({ ...patientEvent(appointment, from), ...inZone(appointment, from) })
  event.createAlarm({ type: ICalAlarmType.display, triggerBefore: alarmSeconds })
  return calendar.toString()
}

/** Returns a calendar to subscribe to. An appointment with a `title` has that one, and neither place nor description. Times are in UTC, because
 *  those of a zone take twice as long to write, and a dentist has thousands of appointments ahead. */
export function feedFile(
  appointments: readonly (CalendarAppointment & { title?: string })[],
  from: CalendarClinic,
): string {
  const { name } = from.clinic
  const calendar = openCalendar(from, { method: ICalCalendarMethod.PUBLISH, name, ttl: feedRefreshSeconds })
  for (const { title, ...appointment } of appointments) {
    const event =
      title === undefined ? patientEvent(appointment, from) : { ...eventOf(appointment, from), summary: title }
    calendar.createEvent(event)
  }
  return calendar.toString()
}

function openCalendar(
  { clinic }: CalendarClinic,
  data: { method: ICalCalendarMethod; name?: string; ttl?: number },
): ICalCalendar {
  const calendar = ical({ prodId: { company: clinic.name, product: 'Appointments' }, ...data })
  // Only the events have a zone: in a calendar's zone the library writes DTSTAMP without Z, which RFC 5545 (3.8.7.2) requires.
  calendar.timezone({ name: null, generator: (zone) => getVtimezoneComponent(zone) ?? null })
  return calendar
}

// The texts don't name the treatment, because others may see the calendar.
function patientEvent(appointment: CalendarAppointment, from: CalendarClinic): ICalEventData {
  const { name, address, phone } = from.clinic
  return {
    ...eventOf(appointment, from),
    summary: `Appointment at ${name}`,
    location: address,
    description: `Questions, or can’t make it? Call us at ${phone}.`,
  }
}

function eventOf({ id, sequence, startsAt, endsAt }: CalendarAppointment, { publicUrl }: CalendarClinic) {
  return {
    id: `${id}@${new URL(publicUrl).hostname}`,
    sequence,
    start: new Date(startsAt),
    end: new Date(endsAt),
    status: ICalEventStatus.CONFIRMED,
    class: ICalEventClass.PRIVATE,
  }
}

function inZone({ startsAt, endsAt }: CalendarAppointment, { clinic: { timeZone } }: CalendarClinic) {
  return {
    start: new TZDate(new Date(startsAt), timeZone),
    end: new TZDate(new Date(endsAt), timeZone),
    timezone: timeZone,
  }
}
