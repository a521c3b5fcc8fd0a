import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ClinicZone, nameOfZone } from './AppointmentTime.tsx'

it.each([
  ['America/New_York', 'New York time'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
  ['UTC', 'UTC time'],
])('the zone %s is named as %s', (zone, name) => {
  expect(nameOfZone(zone)).toBe(name)
})

it('is hidden on the server unless the browser is in another zone', () => {
  expect(renderToString(<ClinicZone date="2026-11-21" />)).toMatch(/^ <span class="[^"]*foreign-only">/)
})
