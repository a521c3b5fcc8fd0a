import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { setConfirmed } from '#server/testing/password-calls.ts'

// Somebody who signed up with the email of another does not see what the clinic books for its owner.

const eight = '08.00 AM - 08.30 AM'
const nine = '09.00 AM - 09.30 AM'
let server: TestApp
let staff: TestStaff
let day = 0
let date: string
let eve: Awaited<ReturnType<TestApp['person']>>
/** The id of what staff booked at eight. */
let id: string

beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  day += 1
  date = `May ${day}, 2026`
  eve = await server.person()
  await setConfirmed(server.database, eve.email, false)
  id = (await bookFor()).json().booking._id
})

const treatmentOf = async (name: string) => (await staff.treatments()).find((each) => each.name === name)
async function bookFor() {
  const treatmentId = (await treatmentOf('Teeth Cleaning'))?._id
  const [patient, requestId] = [{ id: eve.patientId }, randomUUID()]
  return staff.bookFor({ patient, phone: '212 555 0101', treatmentId, date, slot: eight, requestId })
}
const get = (url: string, headers = eve.bearer) => server.app.inject({ url, headers })
const list = async (headers = eve.bearer): Promise<string[]> =>
  (await get(`/booking?patient=${eve.email}&cancelled=true`, headers)).json().map(({ _id }: { _id: string }) => _id)

/** Returns the statuses of all calls about the appointment, by which the caller changes nothing. */
async function statuses() {
  const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    server.app.inject({ method, url, headers: eve.bearer, payload })
  const answers = [
    await get(`/booking/${id}`),
    await get(`/booking/${id}/calendar.ics`),
    await send('PATCH', `/booking/${id}/time`, { date, slot: '06.00 AM - 06.30 AM' }),
    await send('POST', '/create-payment-intent', { price: 1, appointment: id }),
    await send('POST', '/create-payment-intent', { price: 59 }),
    await send('PATCH', `/booking/${id}`, { appointment: id, transactionId: 'pi_unknown' }),
    await send('POST', `/booking/${id}/cancel`, { reason: 'ill' }),
  ]
  return answers.map(({ statusCode }) => statusCode)
}

describe('an appointment that staff booked for an unconfirmed email', () => {
  it('is hidden from whoever is signed in to the account, until the email is confirmed', async () => {
    expect(await list()).toEqual([])
    expect(await statuses()).toEqual([404, 404, 404, 404, 409, 404, 404])
    expect(await list(staff.admin.bearer)).toEqual([id])
    await setConfirmed(server.database, eve.email, true)
    expect(await list()).toEqual([id])
    expect(await statuses()).toEqual([200, 200, 400, 409, 200, 402, 200])
  })

  it('is not named by the refusal of another one at its time', async () => {
    const clashing = () => staff.book({ treatment: 'Oral Surgery', date, slot: eight }, Promise.resolve(eve))
    const hidden = await clashing()
    expect([hidden.statusCode, hidden.json()]).toEqual([
      409,
      { success: false, reason: 'slot-taken', booking: { date, slot: eight } },
    ])
    const own = await staff.book({ treatment: 'Cavity Protection', date, slot: nine }, Promise.resolve(eve))
    const move = { method: 'PATCH', url: `/booking/${own.json().booking._id}/time`, headers: eve.bearer } as const
    expect((await server.app.inject({ ...move, payload: { date, slot: eight } })).json().code).toBe('slot-taken')
    await setConfirmed(server.database, eve.email, true)
    expect((await clashing()).json().booking._id).toBe(id)
    expect((await server.app.inject({ ...move, payload: { date, slot: eight } })).json().code).toBe('own-appointment')
  })

  it('leaves those that the patient books themselves in their list', async () => {
    const own = await staff.book({ treatment: 'Oral Surgery', date, slot: nine }, Promise.resolve(eve))
    expect(await list()).toEqual([own.json().booking._id])
  })
})

it('staff learn whether the email of a patient is confirmed', async () => {
  const find = async () => (await get(`/desk/patients?search=${eve.email}`, staff.admin.bearer)).json()
  expect(await find()).toEqual([expect.objectContaining({ email: eve.email, emailConfirmed: false })])
  const treatmentId = (await treatmentOf('Teeth Cleaning'))?._id
  const patient = { name: 'Eve', phone: '212 555 0101', email: eve.email }
  const refused = await staff.bookFor({ patient, treatmentId, date, slot: nine, requestId: randomUUID() })
  expect(refused.json()).toMatchObject({ code: 'likely-duplicate', patients: [{ emailConfirmed: false }] })
  await setConfirmed(server.database, eve.email, true)
  expect(await find()).toEqual([expect.objectContaining({ emailConfirmed: true })])
})
