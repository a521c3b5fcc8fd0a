import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Treatment } from '#contract/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addDoctor } from '#server/testing/calendar/doctors.ts'
import { cameraPhoto, upload } from '#server/testing/photos.ts'

const slot = '08.00 AM - 08.30 AM'
let server: TestApp
let treatments: Treatment[]
let ida: string

beforeAll(async () => {
  server = await openTestApp()
  const { db } = server.database
  await addDoctor(db, { name: 'Dr. Oskar Brandt', specialty: 'Teeth Cleaning', mornings: true })
  await addDoctor(db, { name: 'Dr. Åsa Lund', specialty: 'Teeth Cleaning' })
  ida = await addDoctor(db, { name: 'Dr. Ida Holm', specialty: 'Teeth Cleaning' })
  await server.heard()
  treatments = (await server.app.inject('/service')).json()
})
afterAll(() => server.close())

const idOf = (treatment: string) => treatments.find(({ name }) => name === treatment)?._id ?? ''
const ask = (query: Record<string, string>) => server.app.inject({ url: '/available/doctors', query })
const free = async (date: string, treatment = 'Teeth Cleaning') =>
  (await ask({ date, treatment: idOf(treatment) })).json()

it('lists the doctors by name, with their pictures and slots', async () => {
  const doctors = await free('May 1, 2026')
  expect(doctors).toMatchObject([
    { name: 'Dr. Åsa Lund' },
    { _id: ida, name: 'Dr. Ida Holm', img: `https://pictures.example/${ida}.webp` },
    { name: 'Dr. Oskar Brandt' },
  ])
  expect(doctors.map(({ slots }: Treatment) => [slots.length, slots[0]])).toEqual([
    [16, slot],
    [16, slot],
    [8, slot],
  ])
})

it('leaves out the slots of a doctor’s bookings, and on a past day everyone', async () => {
  const ann = await server.person()
  const date = 'May 2, 2026'
  const treatmentId = idOf('Teeth Cleaning')
  const payload = { treatmentId, price: 59, date, slot, patient: ann.email, doctor: ida }
  const headers = { origin: server.origin, ...ann.bearer }
  expect((await server.app.inject({ method: 'POST', url: '/booking', headers, payload })).statusCode).toBe(201)
  const [lund, holm, brandt] = await free(date)
  expect([lund, holm, brandt].map(({ slots }) => slots.length)).toEqual([16, 15, 8])
  expect(holm.slots).not.toContain(slot)
  expect(await free('Mar 9, 2026')).toEqual([])
})

it('converts the path of an own photo to a URL, and shows a new doctor', async () => {
  const admin = await server.person({ role: 'admin' })
  const img = (await upload(server, admin.bearer, await cameraPhoto())).json().data.url
  const payload = { name: 'Dr. Samuel Reed', email: 'reed@clinic.example', specialty: 'Oral Surgery', img }
  const headers = { origin: server.origin, ...admin.bearer }
  expect(await free('May 3, 2026', 'Oral Surgery')).toEqual([])
  expect((await server.app.inject({ method: 'POST', url: '/doctor', headers, payload })).statusCode).toBe(201)
  expect(await free('May 3, 2026', 'Oral Surgery')).toMatchObject([{ name: 'Dr. Samuel Reed', img }])
})

it('is empty for an unknown treatment, and for one without doctors', async () => {
  const unknown = await ask({ date: 'May 1, 2026', treatment: '00000000-0000-4000-8000-000000000000' })
  expect([unknown.statusCode, unknown.json()]).toEqual([200, []])
  expect(await free('May 1, 2026', 'Cosmetic Dentistry')).toEqual([])
})

it.each([
  [{ treatment: '00000000-0000-4000-8000-000000000000' }, 'date'],
  [{ treatment: '00000000-0000-4000-8000-000000000000', date: '2026-05-01' }, 'date'],
  [{ date: 'May 1, 2026' }, 'treatment'],
  [{ date: 'May 1, 2026', treatment: 'Teeth Cleaning' }, 'treatment'],
])('refuses the query %j and names the field', async (query, field) => {
  const refused = await ask({ ...query })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json().errors)).toEqual([field])
})
