import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ClinicZone, foreignZoneName } from './AppointmentTime.tsx'

it.each([
  ['America/New_York', 'Europe/Berlin', 'New York time'],
  ['America/Argentina/Buenos_Aires', 'UTC', 'Buenos Aires time'],
  ['UTC', 'Asia/Tokyo', 'UTC time'],
  ['America/New_York', 'America/Toronto', undefined],
  ['America/New_York', 'America/New_York', undefined],
])('a clinic in %s is named to a browser in %s as %s', (clinicZone, browserZone, name) => {
  expect(foreignZoneName('2026-11-21', clinicZone, browserZone)).toBe(name)
})

it('compares the offsets on that day, with daylight saving time', () => {
  expect(foreignZoneName('2026-01-15', 'America/New_York', 'America/Panama')).toBeUndefined()
  expect(foreignZoneName('2026-07-15', 'America/New_York', 'America/Panama')).toBe('New York time')
})

it('renders nothing into a prerendered page', () => {
  expect(renderToString(<ClinicZone date="2026-11-21" />)).toBe('')
})
