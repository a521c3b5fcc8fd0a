import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { expect, it } from 'vitest'
import { appointmentFile, feedFile, invitationFile } from './icalendar.ts'

const sender = {
  publicUrl: 'https://clinic.example',
  mailFrom: 'desk@clinic.example',
  clinic: {
    name: 'Smith, Sons; Co',
    address: 'Street 1, Town',
    phone: '+1 212 555 0100',
  },
}
const changedAt = new Date('2026-03-01T15:00:00.000Z')
const appointment = {
  changedAt,
  id: '0197a0c2-0000-7000-8000-000000000001',
  sequence: 2,
  treatment: 'Root Canal',
  date: 'Mar 7, 2026',
  slot: '08.00 AM - 08.30 AM',
  startsAt: '2026-03-07T13:00:00.000Z',
  endsAt: '2026-03-07T13:30:00.000Z',
}

function read(isCancelled: boolean, more: Partial<typeof appointment> = {}) {
  const { method, content } = invitationFile({ ...appointment, ...more }, isCancelled, 'ann@example.org', sender)
  return { method, ...parse(content) }
}

function parse(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  if (zone) ICAL.TimezoneService.register(zone)
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('no event')
  return { content, calendar, component, event: new ICAL.Event(component) }
}

const zones = [...Intl.supportedValuesOf('timeZone'), 'Europe/Kyiv', 'America/Nuuk', 'America/Ciudad_Juarez', 'UTC']

it('two other parsers read the right instants by the file alone, in every zone and on both sides of its clock changes', () => {
  const wrong: string[] = []
  for (const timeZone of new Set(zones)) {
    const from = { ...sender, clinic: { ...sender.clinic, timeZone } }
    for (const start of instantsToTry(timeZone)) {
      const times = { startsAt: new Date(start).toISOString(), endsAt: new Date(start + halfHour).toISOString() }
      const files = [
        appointmentFile({ ...appointment, ...times }, from),
        invitationFile({ ...appointment, ...times }, false, 'ann@example.org', from).content,
      ]
      const found = files.flatMap((content) => [...readByIcalJs(content), ...readByTsIcs(content)])
      if (found.some((instant, i) => instant !== (i % 2 === 0 ? times.startsAt : times.endsAt)))
        wrong.push(`${timeZone} ${times.startsAt}: ${found.join(' ')}`)
    }
  }
  expect(wrong).toEqual([])
})

const [halfHour, day] = [30 * 60_000, 86_400_000]
const firstDay = Date.parse('2026-11-25T00:00:00Z')

/** Returns some instants of two years, and those beside each clock change. */
function instantsToTry(timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const instants = [0, 190, 400, 580].map((days) => firstDay + days * day + 13 * 3_600_000)
  for (let at = firstDay; at < firstDay + 730 * day; at += 7 * day) {
    if (offsetAt(at) === offsetAt(at + 7 * day)) continue
    let [before, after] = [at, at + 7 * day]
    while (after - before > 60_000) {
      const middle = Math.floor((before + after) / 120_000) * 60_000
      if (offsetAt(middle) === offsetAt(at)) before = middle
      else after = middle
    }
    instants.push(after - day, after - halfHour, after, after + halfHour, after + day)
  }
  return instants
}

function readByIcalJs(content: string): string[] {
  const { calendar, event } = parse(content)
  const read = [event.startDate, event.endDate].map((time) => time.toJSDate().toISOString())
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.remove(String(zone.getFirstPropertyValue('tzid')))
  return read
}

function readByTsIcs(content: string): string[] {
  const [event] = convertIcsCalendar(undefined, content).events ?? []
  return [event?.start.date, event?.end?.date].map((date) => date?.toISOString() ?? 'none')
}

it('identifies the appointment and its change, and has an alarm', () => {
  const { event, component, calendar, method } = read(false)
  expect([method, calendar.getFirstPropertyValue('method')]).toEqual(['REQUEST', 'REQUEST'])
  expect(event.uid).toBe(`${appointment.id}@clinic.example`)
  expect(event.sequence).toBe(2)
  expect(component.getFirstPropertyValue('dtstamp')?.toString()).toMatch(/Z$/)
  expect(event.organizer).toBe('mailto:desk@clinic.example')
  expect(event.location).toBe('Street 1, Town')
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT2H')
})

it('removes a cancelled appointment', () => {
  const { calendar, component, method } = read(true)
  expect([method, calendar.getFirstPropertyValue('method')]).toEqual(['CANCEL', 'CANCEL'])
  expect(component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(component.getFirstSubcomponent('valarm')).toBeNull()
})

it('does not name the treatment', () => {
  const { content, event } = read(false)
  expect(event.summary).toBe('Appointment at Smith, Sons; Co')
  expect(content).not.toContain('Root')
})

it('writes a file to keep, which invites nobody', () => {
  const { calendar, component, event, content } = parse(appointmentFile(appointment, sender))
  expect(calendar.getFirstPropertyValue('method')).toBeNull()
  expect(event.uid).toBe(`${appointment.id}@clinic.example`)
  expect(event.startDate.toJSDate().toISOString()).toBe(appointment.startsAt)
  expect(component.getFirstSubcomponent('valarm')).not.toBeNull()
  expect(content).not.toMatch(/ORGANIZER|ATTENDEE|Root/)
})

it('writes a feed, whose own titles come without place and description', () => {
  const content = feedFile([appointment, { ...appointment, id: 'other', title: 'A. B.' }], sender)
  const events = new ICAL.Component(ICAL.parse(content))
    .getAllSubcomponents('vevent')
    .map((each) => new ICAL.Event(each))
  expect(events.map(({ summary, location }) => [summary, location])).toEqual([
    ['Appointment at Smith, Sons; Co', 'Street 1, Town'],
    ['A. B.', null],
  ])
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual(Array(2).fill(appointment.startsAt))
  expect(content).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  expect(content.match(/CLASS:PRIVATE/g)).toHaveLength(2)
})

it('says when the appointment was last changed, in a file that is the same each time', () => {
  for (const write of [() => appointmentFile(appointment, sender), () => feedFile([appointment], sender)]) {
    const { component, calendar, content } = parse(write())
    for (const name of ['dtstamp', 'last-modified'])
      expect(component.getFirstPropertyValue(name)?.toString()).toBe('2026-03-01T15:00:00Z')
    expect(calendar.getFirstPropertyValue('method')).toBeNull()
    expect(write()).toBe(content)
  }
})

it('ends each line with CRLF, the last one too', () => {
  const invitation = invitationFile(appointment, false, 'ann@example.org', sender).content
  for (const content of [invitation, appointmentFile(appointment, sender), feedFile([appointment], sender)]) {
    expect(content.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  }
})
