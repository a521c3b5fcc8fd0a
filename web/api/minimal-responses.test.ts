import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookingsOf, postBooking } from './bookings.ts'
import { deleteDoctor } from './doctor-deletion.ts'
import { doctorsOf, postDoctor } from './doctors.ts'
import { availableOn, services } from './treatments.ts'
import { deleteAdmin, isAdmin, putAdmin, usersOf } from './users.ts'

// Responses of a server that returns only the fields that the specification promises.

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => 'token' }))
afterEach(() => {
  vi.unstubAllGlobals()
  queries.clear()
})

const respondWith = (body: unknown, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => Response.json(body, init))
const boss = 'boss@example.org'
const page = { search: '', page: 1, limit: 100 }
const queries = new QueryClient()

test('a user needs only an email; any role other than admin is read as patient', async () => {
  respondWith([
    { email: 'a@example.org' },
    { email: 'b@example.org', role: 'admin', _id: '65a' },
    { email: 'c@example.org', role: 'user' },
    { email: 'd@example.org', role: null, verified: false },
  ])
  const { rows, total } = await queries.fetchQuery(usersOf(boss, { ...page, sort: 'email' }))
  expect(total).toBe(4)
  expect(rows).toEqual([
    { email: 'a@example.org', name: '', role: 'patient', verified: true },
    { email: 'b@example.org', name: '', role: 'admin', verified: true },
    { email: 'c@example.org', name: '', role: 'patient', verified: true },
    { email: 'd@example.org', name: '', role: 'patient', verified: false },
  ])
})

test('the total is that of the header, if there is one', async () => {
  respondWith([{ email: 'a@example.org' }], { headers: { 'x-total-count': '120' } })
  expect(await queries.fetchQuery(usersOf(boss, { ...page, sort: 'email' }))).toMatchObject({ total: 120 })
})

test('a doctor needs only a name and an email, with any form of id', async () => {
  const bell = { name: 'Dr. Bell', email: 'bell@example.org' }
  respondWith([
    { ...bell, _id: '65a1b2' },
    { ...bell, specialty: 'Oral Surgery', img: 'https://i.example/a.png' },
  ])
  expect(await queries.fetchQuery(doctorsOf(boss, page))).toEqual({
    total: 2,
    rows: [
      { ...bell, _id: '65a1b2', specialty: '', img: '' },
      { ...bell, specialty: 'Oral Surgery', img: 'https://i.example/a.png' },
    ],
  })
})

test('a service needs only a name', async () => {
  respondWith([{ name: 'Oral Surgery' }, { _id: '65a', name: 'Teeth Cleaning' }])
  expect(await queries.fetchQuery(services)).toEqual([{ name: 'Oral Surgery' }, { name: 'Teeth Cleaning' }])
})

test('other responses need only their one promised field', async () => {
  respondWith({ admin: true })
  expect(await queries.fetchQuery(isAdmin(boss))).toBe(true)
  respondWith({ acknowledged: true, modifiedCount: 1 })
  expect([await putAdmin(boss, 'a@example.org'), await deleteAdmin(boss, 'a@example.org')]).toEqual([1, 1])
  respondWith({ insertedId: '65a1b2' })
  const bell = { name: 'Bell', email: 'bell@example.org', specialty: '', img: 'https://i.example/a.png' }
  expect(await postDoctor(boss, bell)).toBe('65a1b2')
  respondWith({ deletedCount: 1 })
  expect(await deleteDoctor(boss, 'bell@example.org', { tellPatients: false })).toBe(1)
})

const ann = 'ann@example.org'
const appointment = { date: 'Nov 24, 2026', slot: 'morning', treatment: 'Oral Surgery', price: 149, patient: ann }
const made = { ...appointment, _id: '65a', treatmentId: '7', patientName: 'Ann' }
const form = { ...appointment, treatmentId: '7', patientName: 'Ann', phone: '1' }

test('ids and slots are any text', async () => {
  respondWith([{ _id: '7', name: 'Oral Surgery', slots: ['morning'], price: 149 }])
  expect(await queries.fetchQuery(availableOn('2026-11-24'))).toMatchObject([{ _id: '7', slots: ['morning'] }])
  respondWith([made])
  expect(await queries.fetchQuery(bookingsOf(ann))).toEqual([{ ...made, phone: '' }])
})

test('a list that has more is read to its end', async () => {
  const pages: Record<string, Response> = {
    [`/booking?patient=${encodeURIComponent(ann)}&cancelled=true`]: Response.json([made], {
      headers: { link: '</booking?page=2>; rel="next"' },
    }),
    '/booking?page=2': Response.json([{ ...made, _id: '65b' }]),
  }
  vi.stubGlobal('fetch', async (path: string) => pages[path])
  expect((await queries.fetchQuery(bookingsOf(ann))).map(({ _id }) => _id)).toEqual(['65a', '65b'])
})

test('the answer to a booking is told by its body, whatever the status', async () => {
  respondWith({ success: true, booking: made })
  expect(await postBooking(form)).toMatchObject({ success: true, booking: { _id: '65a' } })
  for (const status of [200, 400, 409]) {
    respondWith({ success: false, booking: { ...made, date: 'Nov 25, 2026' } }, { status })
    const clash = { date: 'Nov 25, 2026', slot: 'morning' }
    expect(await postBooking(form)).toMatchObject({ success: false, booking: clash })
  }
})

test('a success needs nothing else', async () => {
  vi.stubGlobal('fetch', async (path: string) => Response.json(path === '/booking' ? { success: true } : [made]))
  expect(await postBooking(form)).toMatchObject({ success: true, booking: { _id: '65a' } })
  respondWith({ success: true })
  expect(await postBooking(form)).toMatchObject({ success: true, booking: { date: 'Nov 24, 2026', slot: 'morning' } })
})
