import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import type { Treatment } from '#contract/treatment.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addDoctor } from '#server/testing/calendar/doctors.ts'
import { newestMail } from '#server/testing/outside/outbox.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'

const slot = '08.00 AM - 08.30 AM'
const afternoon = '01.00 PM - 01.30 PM'
let server: TestApp
let pay: TestPayments
let treatments: Treatment[]
let ida: string
let oskar: string
let surgeon: string
let day = 0
type Person = Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp()
  pay = await openTestPayments(server)
  const { db } = server.database
  ida = await addDoctor(db, { name: 'Dr. Ida Holm', specialty: 'Teeth Cleaning' })
  oskar = await addDoctor(db, { name: 'Dr. Oskar Brandt', specialty: 'Teeth Cleaning', mornings: true })
  surgeon = await addDoctor(db, { name: 'Dr. Samuel Reed', specialty: 'Oral Surgery' })
  await server.heard()
  treatments = (await server.app.inject('/service')).json()
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})

function freshDate() {
  day += 1
  return formatMediumDate(addDays('2026-05-01', day))
}

function post(person: Person, fields: object, treatmentName = 'Teeth Cleaning') {
  const treatment = treatments.find(({ name }) => name === treatmentName)
  return server.app.inject({
    method: 'POST',
    url: '/booking',
    headers: { origin: server.origin, ...person.bearer },
    payload: { treatmentId: treatment?._id, price: treatment?.price, slot, patient: person.email, ...fields },
  })
}

const get = (person: Person, url: string) => server.app.inject({ url, headers: person.bearer })

it('a named dentist is in the booking, in the list, and in the refusal of a second booking', async () => {
  const ann = await server.person()
  const date = freshDate()
  const made = await post(ann, { date, doctor: oskar })
  expect(made.statusCode).toBe(201)
  expect(made.json().booking.doctor).toBe('Dr. Oskar Brandt')
  const { changes: _changes, ...booking } = made.json().booking
  const { _id } = booking
  const { changes, ...found } = (await get(ann, `/booking/${_id}`)).json()
  expect([found, changes.state]).toEqual([booking, 'changeable'])
  expect((await get(ann, `/booking?patient=${ann.email}`)).json()).toEqual([{ ...found, changes }])
  const again = await post(ann, { date, slot: afternoon })
  expect([again.statusCode, again.json()]).toEqual([409, { success: false, booking }])
})

it('the response to a payment names the dentist, and so does the receipt', async () => {
  const ann = await server.person()
  const made = await post(ann, { date: freshDate(), doctor: ida })
  const { _id } = made.json().booking
  const intent = await pay.intentFor(ann, _id)
  await pay.charge(intent)
  const paid = await pay.report(ann, _id, intent)
  expect(paid.json()).toMatchObject({ paid: true, doctor: 'Dr. Ida Holm' })
  const receipt = await newestMail(server.config.dataDir, ann.email)
  expect(receipt.text).toContain('Dentist: Dr. Ida Holm')
})

it('a busy dentist is refused with slot-taken, although another is free; without a name the other is booked', async () => {
  const date = freshDate()
  await post(await server.person(), { date, doctor: ida })
  const refused = await post(await server.person(), { date, doctor: ida })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({ success: false, reason: 'slot-taken', booking: { date, slot } })
  expect((await post(await server.person(), { date })).json().booking.doctor).toBe('Dr. Oskar Brandt')
})

it.each([
  ['a dentist of another treatment', () => ({ doctor: surgeon }), 'This dentist does not perform this treatment'],
  [
    'a dentist who does not work at that time',
    () => ({ doctor: oskar, slot: afternoon }),
    'This dentist does not work at this time; choose another one',
  ],
  ['an invalid id', () => ({ doctor: 'Dr. Holm' }), 'A dentist’s id is needed'],
  ['an empty id', () => ({ doctor: '' }), 'A dentist’s id is needed'],
])('refuses %s, names the field and books nothing', async (_case, fields, sentence) => {
  const before = await server.database.db.$count(booking)
  const date = freshDate()
  const refused = await post(await server.person(), { date, ...fields() })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ errors: { doctor: sentence }, success: false, booking: { date } })
  expect(await server.database.db.$count(booking)).toBe(before)
})

it('a booking of a treatment without dentists has no doctor', async () => {
  const ann = await server.person()
  const made = await post(ann, { date: freshDate() }, 'Cosmetic Dentistry')
  expect(made.statusCode).toBe(201)
  expect(made.json().booking).not.toHaveProperty('doctor')
  expect((await get(ann, `/booking?patient=${ann.email}`)).json()[0]).not.toHaveProperty('doctor')
})
