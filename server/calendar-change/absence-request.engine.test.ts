import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AbsenceRequest } from '#contract/calendar/absence-request.ts'
import { absenceRequest } from '#server/database/schema/absence-request.ts'
import { doctorAbsence } from '#server/database/schema/calendar.ts'
import { mail } from '#server/database/schema/mail.ts'
import { date, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

type Person = Awaited<ReturnType<TestDesk['server']['person']>>
type Method = 'GET' | 'POST' | 'DELETE'

let desk: TestDesk
let ida: Person
let oskar: Person
let desks: Person
beforeAll(async () => {
  desk = await openTestDesk()
  ida = await desk.server.person({ role: 'dentist', doctorId: desk.ida })
  oskar = await desk.server.person({ role: 'dentist', doctorId: desk.oskar })
  desks = await desk.server.person({ role: 'receptionist' })
})
afterAll(() => desk.server.close())
beforeEach(async () => {
  await desk.reset()
  const { db } = desk.server.database
  await db.delete(absenceRequest)
  await db.delete(doctorAbsence)
  await db.delete(mail)
  await desk.server.heard()
})

const days = { firstDay: 'May 4, 2026', lastDay: 'May 6, 2026', note: 'A course' }
const send = (who: Person, method: Method, url: string, payload?: object) =>
  desk.server.app.inject({ method, url, headers: who.bearer, ...(payload && { payload }) })
const ask = (who: Person, payload: object = days) => send(who, 'POST', '/absence-requests', payload)
const refuse = (id: string, reason = 'Nobody else is here then.') =>
  send(desk.staff.admin, 'POST', `/absence-requests/${id}/refuse`, { reason })
const listed = async (who: Person): Promise<AbsenceRequest[]> => (await send(who, 'GET', '/absence-requests')).json()
const mails = async () =>
  (await desk.server.database.db.select().from(mail).where(eq(mail.kind, 'absence-decided'))).map((row) => [
    row.kind,
    row.recipient,
  ])
const accept = async (id: string, more: { preview?: boolean } = {}, doctorId = desk.ida) =>
  desk.staff.send({
    ...{ version: (await desk.staff.calendar()).version, ...more },
    change: { kind: 'add-absence', doctorId, absence: days, requestId: id },
  })

it('a dentist asks, and admins see it, but no other dentist and no desk', async () => {
  const asked = await ask(ida)
  expect(asked.statusCode, asked.body).toBe(201)
  const wanted = { ...days, _id: asked.json().insertedId, doctorId: desk.ida, doctor: 'Ida', state: 'open' }
  expect(await listed(desk.staff.admin)).toEqual([wanted])
  expect(await listed(ida)).toEqual([wanted])
  expect(await listed(oskar)).toEqual([])
  expect((await send(desks, 'GET', '/absence-requests')).statusCode).toBe(403)
  expect((await ask(desk.staff.admin)).statusCode).toBe(403)
  expect(await desk.trail('ask-for-absence')).toEqual(['ida@clinic.example, May 4, 2026 to May 6, 2026'])
})

it('a preview of the acceptance says what it does and decides nothing', async () => {
  const booked = await desk.book({ doctor: desk.ida })
  const { insertedId: id } = (await ask(ida)).json()
  const effect = (await accept(id, { preview: true })).json()
  expect(effect.moved.first.map(({ _id }: { _id: string }) => _id)).toEqual([booked])
  expect((await listed(ida))[0]?.state).toBe('open')
  expect(await mails()).toEqual([])
})

it('an accepted request is an absence, and the dentist gets an email', async () => {
  const { insertedId: id } = (await ask(ida)).json()
  const accepted = await accept(id)
  expect(accepted.statusCode, accepted.body).toBe(200)
  const { doctors } = await desk.staff.calendar()
  expect(doctors.find(({ _id }) => _id === desk.ida)?.absences).toMatchObject([days])
  expect(await listed(ida)).toMatchObject([{ _id: id, state: 'accepted' }])
  expect(await listed(desk.staff.admin)).toEqual([])
  expect(await mails()).toEqual([['absence-decided', ida.email]])
  expect((await desk.readDay(date)).doctors.find(({ name }) => name === 'Ida')?.absent).toBe(true)
})

it('a refused request says why, to the dentist only, who may ask again', async () => {
  const { insertedId: id } = (await ask(ida)).json()
  expect((await refuse(id, '')).statusCode).toBe(400)
  expect((await refuse(id)).statusCode).toBe(204)
  expect(await listed(ida)).toMatchObject([{ _id: id, state: 'refused', reason: 'Nobody else is here then.' }])
  expect(await listed(desk.staff.admin)).toEqual([])
  expect(await mails()).toEqual([['absence-decided', ida.email]])
  expect((await ask(ida)).statusCode).toBe(201)
})

it('of two decisions at once one wins, and adds at most one absence', async () => {
  const { insertedId: id } = (await ask(ida)).json()
  const statuses = (await Promise.all([accept(id), accept(id), refuse(id)])).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status < 300)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(2)
  const added = await desk.server.database.db.select().from(doctorAbsence)
  expect(added).toHaveLength(statuses[2] === 204 ? 0 : 1)
  expect(await mails()).toHaveLength(1)
})

it('a request that is not open, or of another doctor, adds no absence', async () => {
  const { insertedId: id } = (await ask(ida)).json()
  expect((await accept(id, {}, desk.oskar)).statusCode).toBe(409)
  expect((await send(oskar, 'DELETE', `/absence-requests/${id}`)).statusCode).toBe(409)
  expect((await send(ida, 'DELETE', `/absence-requests/${id}`)).statusCode).toBe(204)
  for (const late of [await accept(id), await refuse(id), await send(ida, 'DELETE', `/absence-requests/${id}`)])
    expect(late.statusCode, late.body).toBe(409)
  expect(await desk.server.database.db.select().from(doctorAbsence)).toEqual([])
})

it('has one open request for a day, also of two at once; others’ don’t count', async () => {
  const later = { ...days, firstDay: 'May 6, 2026', lastDay: 'May 8, 2026' }
  const both = await Promise.all([ask(ida), ask(ida, later)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  expect((await ask(oskar)).statusCode).toBe(201)
})

it('refuses days in the wrong order and days that have passed', async () => {
  const wrong = await ask(ida, { ...days, lastDay: 'May 3, 2026' })
  const past = await ask(ida, { ...days, firstDay: 'Apr 29, 2026', lastDay: 'Apr 30, 2026' })
  expect([wrong.statusCode, past.statusCode]).toEqual([400, 400])
  expect(past.json().errors).toHaveProperty('lastDay')
  const backwards = desk.server.database.db.insert(absenceRequest).values({
    ...{ id: crypto.randomUUID(), doctorId: desk.ida, userId: ida.userId },
    ...{ firstDay: '2026-05-06', lastDay: '2026-05-04' },
  })
  await expect(backwards).rejects.toThrow()
})
