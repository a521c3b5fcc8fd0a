import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { deleteAdmin, isAdmin, putAdmin, usersOf } from './admin/users.ts'
import { deleteDoctor, doctorsOf, postDoctor } from './doctors.ts'
import { services } from './treatments.ts'

// Responses of a server that returns only the fields that the specification promises.

vi.mock('#web/api/token/token.ts', () => ({ bearer: async () => 'token' }))
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
