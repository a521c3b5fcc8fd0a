import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'

let server: TestApp
let ann: Awaited<ReturnType<TestApp['person']>>
let id: string
beforeAll(async () => {
  server = await openTestApp()
  const staff = await openTestStaff(server)
  ann = await server.person()
  const wish = { treatment: 'Teeth Cleaning', date: 'May 4, 2026', slot: '08.00 AM - 08.30 AM' }
  id = (await staff.book(wish, Promise.resolve(ann))).json().booking._id
})
afterAll(() => server.close())

const signedIn = (bearer = ann.bearer) => server.app.inject({ url: `/booking/${id}/calendar.ics`, headers: bearer })
const byLink = (token: string) =>
  server.app.inject({ method: 'POST', url: '/appointment-link/calendar.ics', payload: { token } })

it('an appointment is the same file signed in and by link, and does not name the treatment', async () => {
  const token = openFormerLinks(server.secret).issue({ id, patientId: ann.patientId })
  for (const response of [await signedIn(), await byLink(token)]) {
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(response.headers['content-disposition']).toBe('attachment; filename="appointment.ics"')
    expect(response.headers['cache-control']).toBe('no-store')
    const component = new ICAL.Component(ICAL.parse(response.body)).getFirstSubcomponent('vevent')
    const event = new ICAL.Event(component ?? undefined)
    expect([event.summary, event.uid]).toEqual(['Appointment at Lumen Dental', `${id}@localhost`])
    expect(response.body).toContain('DTSTART:20260504T120000Z')
    expect(response.body).not.toContain('Cleaning')
  }
})

it('another patient’s appointment, and that of a forged link, are not found', async () => {
  expect((await signedIn((await server.person()).bearer)).statusCode).toBe(404)
  const response = await byLink(
    openFormerLinks('another secret of 32 characters!').issue({ id, patientId: ann.patientId }),
  )
  expect([response.statusCode, response.json().code]).toEqual([404, 'invalid-link'])
})
