import { addDays, clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Server } from '#server/testing/server-process.ts'
import type { Person } from './people.ts'

/** An unpaid appointment, made by the same calls as the booking screen. */
export type Booked = { _id: string; date: string; slot: string; treatment: string; price: number }

let ahead = 90

/** Books the first slot of a treatment for `person`, on a day that no other test books. */
export async function book(server: Pick<Server, 'url'>, person: Person, treatment = 'Teeth Cleaning'): Promise<Booked> {
  const headers = {
    'content-type': 'application/json',
    origin: server.url,
    cookie: person.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
  const date = formatMediumDate(addDays(clinicToday(new Date(), 'America/New_York'), ahead))
  ahead += 1
  const free = await fetch(`${server.url}/available?date=${encodeURIComponent(date)}`)
  const treatments: { _id: string; name: string; price: number; slots: string[] }[] = await free.json()
  const wanted = treatments.find(({ name }) => name === treatment)
  if (!wanted) throw new Error(`there is no ${treatment}`)
  const { _id: treatmentId, price, slots } = wanted
  const body = { treatmentId, date, slot: slots[0], price, patient: person.email, phone: '555 0142' }
  const answer = await fetch(`${server.url}/booking`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`booking answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()).booking
}
