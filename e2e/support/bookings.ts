import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Server } from '#server/testing/server-process.ts'
import type { Person } from './people.ts'

/** An unpaid appointment as the API returns it. */
export type Appointment = { _id: string; date: string; slot: string; treatment: string; price: number }

let daysAhead = 90

/** Books the first free slot of a treatment through the API. Each call uses a later day, so that tests don't compete
 *  for slots. */
export async function book(
  server: Pick<Server, 'url'>,
  person: Person,
  treatmentName = 'Teeth Cleaning',
): Promise<Appointment> {
  const headers = {
    'content-type': 'application/json',
    origin: server.url,
    cookie: person.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
  const date = formatMediumDate(addDays(clinicToday(new Date(), 'America/New_York'), daysAhead))
  daysAhead += 1
  const available = await fetch(`${server.url}/available?date=${encodeURIComponent(date)}`)
  const treatments: { _id: string; name: string; price: number; slots: string[] }[] = await available.json()
  const treatment = treatments.find(({ name }) => name === treatmentName)
  if (!treatment) throw new Error(`no treatment is named ${treatmentName}`)
  const { _id: treatmentId, price, slots } = treatment
  const body = { treatmentId, date, slot: slots[0], price, patient: person.email, phone: '212 555 0142' }
  const response = await fetch(`${server.url}/booking`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`POST /booking responded ${response.status}: ${await response.text()}`)
  return (await response.json()).booking
}
