import type { Page } from '@playwright/test'
import type { CalendarChangeInput } from '#contract/calendar/change.ts'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { formatSlot } from '#contract/kit/time/slot.ts'
import type { Server } from '#server/testing/server-process.ts'
import { book } from './bookings.ts'
import { demoAdmin, type Person, signUp } from './people.ts'

const deskToday = () => formatMediumDate(clinicToday(new Date(), 'America/New_York'))

/** Sends a request to the desk as the demo admin. */
export async function callDesk(server: Pick<Server, 'url'>, method: string, path: string, body?: object) {
  const { email, cookies } = await demoAdmin(server)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const send = (verb: string, to: string, extra: object, payload?: object) =>
    fetch(`${server.url}${to}`, {
      method: verb,
      headers: { origin: server.url, ...(payload && { 'content-type': 'application/json' }), ...extra },
      ...(payload && { body: JSON.stringify(payload) }),
    })
  const { token } = await (await send('PUT', `/user/${email}`, { cookie }, { email })).json()
  const response = await send(method, path, { authorization: `Bearer ${token}` }, body)
  if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

/** Changes the rules as the demo admin. */
export async function changeRules(server: Pick<Server, 'url'>, change: CalendarChangeInput): Promise<void> {
  const { version } = await callDesk(server, 'GET', '/calendar')
  await callDesk(server, 'POST', '/calendar', { version, change })
}

/** Gives a new patient an appointment today that has begun: at midnight, in spite of the rules. */
export async function patientOfToday(server: Pick<Server, 'url'>, name: string): Promise<Person & { id: string }> {
  const person = await signUp(server, name)
  const { _id: id } = await book(server, person)
  const body = { date: deskToday(), slot: formatSlot(0, 30), override: { note: 'For a test' } }
  await callDesk(server, 'PATCH', `/desk/appointments/${id}/time`, body)
  return { ...person, id }
}

/** The appointment of a patient in the visible view: a block of the grid, or a name in the list. */
export const appointmentOf = (page: Page, name: string) =>
  page.locator('[data-appointment]').filter({ hasText: name, visible: true })
