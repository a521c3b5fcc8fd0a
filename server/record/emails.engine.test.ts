import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mail } from '#server/database/schema/mail.ts'
import { openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const db = () => desk.server.database.db
const read = (id: string) =>
  desk.server.app.inject({ url: `/desk/patients/${id}/emails`, headers: desk.staff.admin.bearer })

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Adds emails, the newest first, and deletes those that are there. */
async function setMail(recipient: string, rows: Partial<typeof mail.$inferInsert>[]) {
  await db().delete(mail)
  const more = { recipient, details: { link: 'https://clinic.example/secret' } }
  await db()
    .insert(mail)
    .values(
      rows.map((row, at) => ({
        ...{ id: randomUUID(), kind: 'appointment-reminder' as const, createdAt: minutesAgo(at + 1), ...more, ...row },
      })),
    )
}

it('lists what became of each email to the patient, newest first, without what it says', async () => {
  const ann = await desk.server.person({ name: 'Ann Able' })
  const doneAt = minutesAgo(0)
  await setMail(ann.email, [
    { kind: 'receipt' },
    { doneAt, result: 'sent' },
    { kind: 'appointment-booked', doneAt, result: 'refused' },
    { kind: 'password-changed', doneAt },
    { kind: 'staff-invitation', doneAt, result: 'sent' },
    { recipient: 'other@example.org', doneAt, result: 'sent' },
  ])
  const answer = await read(ann.patientId)
  expect(answer.statusCode).toBe(200)
  const done = { _id: expect.any(String), createdAt: expect.any(String), doneAt: doneAt.toISOString() }
  expect(answer.json()).toEqual([
    { _id: done._id, createdAt: done.createdAt, kind: 'receipt' },
    { ...done, kind: 'appointment-reminder', result: 'sent' },
    { ...done, kind: 'appointment-booked', result: 'refused' },
    { ...done, kind: 'password-changed' },
  ])
})

it('lists a hundred at most', async () => {
  const ann = await desk.server.person()
  const ids = Array.from({ length: 101 }, () => randomUUID())
  await setMail(
    ann.email,
    ids.map((id) => ({ id })),
  )
  expect((await read(ann.patientId)).json().map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(0, 100))
})

it('lists nothing for a patient without an email, and is a 404 for none', async () => {
  const payload = { fields: { name: 'Phone Only' }, requestId: randomUUID() }
  const url = '/desk/patients'
  const added = await desk.server.app.inject({ method: 'POST', url, headers: desk.staff.admin.bearer, payload })
  const answer = await read(added.json()._id)
  expect([answer.statusCode, answer.json()]).toEqual([200, []])
  expect((await read('nobody')).statusCode).toBe(404)
})
