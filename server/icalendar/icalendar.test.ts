import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { appointmentFile, feedFile, invitationFile } from './icalendar.ts'

const sender = {
  publicUrl: 'https://clinic.example',
  mailFrom: 'desk@clinic.example',
  clinic: {
    name: 'Smith, Sons; Co',
    address: 'Street 1, Town',
    phone: '+1 212 555 0100',
    timeZone: 'America/New_York',
  },
}
const appointment = {
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

it.each([
  ['before the clocks go forward', '2026-03-07T13:00:00.000Z', '2026-03-07T13:30:00.000Z', 8],
  ['on the day when they go forward', '2026-03-08T12:00:00.000Z', '2026-03-08T12:30:00.000Z', 8],
  ['before they go back', '2026-10-31T12:00:00.000Z', '2026-10-31T12:30:00.000Z', 8],
  ['on the day when they go back', '2026-11-01T13:00:00.000Z', '2026-11-01T13:30:00.000Z', 8],
])('another parser reads the right instants %s', (_, startsAt, endsAt, hour) => {
  const { event, component } = read(false, { startsAt, endsAt })
  expect(component.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('America/New_York')
  expect(event.startDate.hour).toBe(hour)
  expect(event.startDate.toJSDate().toISOString()).toBe(startsAt)
  expect(event.endDate.toJSDate().toISOString()).toBe(endsAt)
})

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
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
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
