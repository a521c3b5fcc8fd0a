import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLinkTokens } from '#server/appointment/link-token.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { waitingEntry } from '#server/database/schema/waiting.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'
import { type Account, linkKeyOf, openTestTies, type TestTies } from '#server/testing/ties.ts'

let server: TestApp
let staff: TestStaff
let ties: TestTies
let now = new Date('2026-04-20T12:00:00Z')

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  staff = await openTestStaff(server)
  ties = openTestTies(server, staff)
})
afterAll(() => server.close())

const db = () => server.database.db

/** Returns a child of an account with an appointment, and the link to it in the emails to that account. */
async function withLink(account: Account) {
  const { _id: patientId } = await ties.addPerson(account, { name: 'Mia', birthDate: '2019-03-04' })
  await ties.bookAtDesk(patientId)
  const [row] = await db().select().from(booking).where(eq(booking.patientId, patientId))
  if (!row) throw new Error('the booking is missing')
  const key = await linkKeyOf(server.database, { patientId, email: account.email })
  return { patientId, row, token: openLinkTokens(server.secret).issue({ ...row, key }) }
}

const read = async (token: string) =>
  (await server.app.inject({ method: 'POST', url: '/appointment-link', payload: { token } })).statusCode

it('a guardian who was removed keeps no link, and waits for nothing', async () => {
  const [ann, bob] = [await server.person(), await server.person()]
  const { patientId, row, token } = await withLink(ann)
  await ties.accept(bob, await ties.link(ann, patientId, bob, 'child'))
  const key = await linkKeyOf(server.database, { patientId, email: bob.email })
  const bobs = openLinkTokens(server.secret).issue({ ...row, key })
  const wait = {
    weekdays: [1],
    fromMinutes: 0,
    untilMinutes: 600,
    lastDay: '2027-01-01' as const,
    joinedBy: ann.userId,
  }
  const id = '0197a0c2-0000-7000-8000-0000000000aa'
  await db()
    .insert(waitingEntry)
    .values({ id, patientId, treatmentId: row.treatmentId, ...wait })
  expect([await read(token), await read(bobs)]).toEqual([200, 200])
  await ties.send(ann, 'DELETE', `/account/patients/${patientId}`)
  expect([await read(token), await read(bobs)]).toEqual([404, 200])
  const [entry] = await db().select().from(waitingEntry).where(eq(waitingEntry.id, id))
  expect(entry?.endReason).toBe('access-ended')
})

it('a link ends when the patient gets another address, has died or is of age', async () => {
  const ann = await server.person()
  const { patientId, row, token } = await withLink(ann)
  const toAddress = openLinkTokens(server.secret).issue({
    ...row,
    key: await linkKeyOf(server.database, { patientId, email: 'mia@example.org' }),
  })
  await db().update(patient).set({ email: 'mia@example.org' }).where(eq(patient.id, patientId))
  expect([await read(token), await read(toAddress)]).toEqual([200, 200])
  await db().update(patient).set({ email: 'other@example.org' }).where(eq(patient.id, patientId))
  expect([await read(token), await read(toAddress)]).toEqual([200, 404])
  await db().execute(sql`update patient_user set created_at = '2010-01-01' where patient_id = ${patientId}`)
  await db().update(patient).set({ birthDate: '2001-01-01' }).where(eq(patient.id, patientId))
  expect(await read(token)).toBe(404)
  await db().update(patient).set({ birthDate: '2019-01-01' }).where(eq(patient.id, patientId))
  expect(await read(token)).toBe(200)
  await db().update(patient).set({ diedAt: new Date() }).where(eq(patient.id, patientId))
  expect(await read(token)).toBe(404)
})

it('a link ends thirty days after the appointment', async () => {
  const { row, token } = await withLink(await server.person())
  const before = now
  now = new Date(row.endsAt.getTime() + 29 * 86_400_000)
  expect(await read(token)).toBe(200)
  now = new Date(row.endsAt.getTime() + 31 * 86_400_000)
  expect(await read(token)).toBe(404)
  now = before
})

it('a link of an earlier release, which names nobody, ends once any account stops acting', async () => {
  const [ann, bob] = [await server.person(), await server.person()]
  const { patientId, row } = await withLink(ann)
  const former = openFormerLinks(server.secret).issue({ id: row.id, patientId })
  await ties.accept(bob, await ties.link(ann, patientId, bob, 'child'))
  expect(await read(former)).toBe(200)
  await ties.send(bob, 'DELETE', `/account/patients/${patientId}`)
  expect(await read(former)).toBe(404)
})
