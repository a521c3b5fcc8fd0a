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

/** An appointment. Instants as ISO 8601 or `Date`. `sequence` counts its changes. `patientName`: the patient, if that
 *  is not the owner of the calendar. */
export type CalendarAppointment = {
  id: string
  sequence: number
  startsAt: string | Date
  endsAt: string | Date
  patientName?: string | undefined
}

/** An appointment as it was last changed at `changedAt`. */
export type ChangedAppointment = CalendarAppointment & { changedAt: Date }

/** The clinic, whose site is at `publicUrl`. */
export type CalendarClinic = {
  publicUrl: string
  clinic: { name: string; address: string; phone: string }
}

/** Returns the file (RFC 5545, RFC 5546) by which an email adds, changes or removes an appointment in the recipient's
 *  calendar. */
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
    organizer: { name: from.clinic.name, email: from.mailFrom },
    attendees: [{ email: recipient, rsvp: false }],
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (!isCancelled) event.createAlarm({ type: ICalAlarmType.display, triggerBefore: alarmSeconds })
  return { method, content: write(calendar) }
}

/** Returns the file by which a patient adds an appointment to a calendar of their choice. */
export function appointmentFile(appointment: ChangedAppointment, from: CalendarClinic): string {
  const calendar = openCalendar(from)
  const event = calendar.createEvent({ ...patientEvent(appointment, from), ...revisionOf(appointment) })
  event.createAlarm({ type: ICalAlarmType.display, triggerBefore: alarmSeconds })
  return write(calendar)
}

/** Returns a calendar to subscribe to, which is the same text until an appointment or the clinic's data change. An
 *  appointment with a `title` has that one, and neither place nor description. */
export function feedFile(
  appointments: readonly (ChangedAppointment & { title?: string })[],
  from: CalendarClinic,
): string {
  const { name } = from.clinic
  const calendar = openCalendar(from, { name, ttl: feedRefreshSeconds })
  for (const { title, ...appointment } of appointments) {
    const event =
      title === undefined ? patientEvent(appointment, from) : { ...eventOf(appointment, from), summary: title }
    calendar.createEvent({ ...event, ...revisionOf(appointment) })
  }
  return write(calendar)
}

// Only a message to an attendee has a method, because a method requires an organizer (RFC 5546, 3.2).
function openCalendar(
  { clinic }: CalendarClinic,
  data: { method?: ICalCalendarMethod; name?: string; ttl?: number } = {},
): ICalCalendar {
  return ical({ prodId: { company: clinic.name, product: 'Appointments' }, ...data })
}

// Without a method, DTSTAMP is the time of the last revision (RFC 5545, 3.8.7.2).
function revisionOf({ changedAt }: ChangedAppointment) {
  return { stamp: changedAt, lastModified: changedAt }
}

// The library leaves out the last line break, which RFC 5545 (3.1) requires.
function write(calendar: ICalCalendar): string {
  return `${calendar.toString()}\r\n`
}

// The texts don't name the treatment, because others may see the calendar.
function patientEvent(appointment: CalendarAppointment, from: CalendarClinic): ICalEventData {
  const { name, address, phone } = from.clinic
  const { patientName } = appointment
  const forPatient = patientName === undefined ? '' : ` for ${patientName}`
  return {
    ...eventOf(appointment, from),
    summary: `Appointment at ${name}${forPatient}`,
    location: address,
    description: `Questions, or can’t make it? Call us at ${phone}.`,
  }
}

// Times are in UTC, which needs no rules of a time zone in the file (docs/decisions/0058).
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
