import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Server } from '#server/testing/server-process.ts'
import { callDesk } from './desk.ts'

const today = clinicToday(new Date(), 'America/New_York')
// Later days than other journeys book.
let daysAhead = 300

/** Returns the number of a phone that nobody has. */
export const newPhone = () => `+1 646 555 ${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`

/** Adds a patient with an appointment on a day of their own, and returns their id. */
export async function addWithAppointment(
  server: Server,
  patient: { name: string; phone: string; addAnyway?: boolean },
) {
  const { treatments, doctors } = await callDesk(server, 'GET', '/calendar')
  const surgery = treatments.find(({ name }: { name: string }) => name === 'Oral Surgery')
  daysAhead += 1
  const date = formatMediumDate(addDays(today, daysAhead))
  const place = { doctor: doctors[0]._id, date, slot: '08.00 AM - 08.30 AM', override: { note: 'For a test' } }
  const wish = { treatmentId: surgery._id, ...place, requestId: randomUUID() }
  await callDesk(server, 'POST', '/desk/appointments', { patient, ...wish })
  const found = await callDesk(server, 'GET', `/desk/patients?search=${encodeURIComponent(patient.name)}`)
  return { id: found[0]._id as string, date }
}

/** Returns a section of a patient's record. */
export const section = (page: Page, name: string) => page.getByRole('region', { name })
