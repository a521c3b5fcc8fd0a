import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { DueForRecall } from '#contract/desk/recall-list.ts'
import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { ContactWay } from '#contract/patient/patient.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { recall } from '#server/database/schema/recall.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { timeColumns } from '#server/testing/calendar/bookings.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { updateRecalls } from './due-store.ts'

const day = { today: '2026-11-03', timeZone: 'America/New_York' } as const

let server: TestApp
let staff: TestStaff
let cleaning: typeof treatment.$inferSelect

beforeAll(async () => {
  server = await openTestApp({ clock: () => new Date('2026-11-03T15:00:00Z') })
  staff = await openTestStaff(server)
  const { db } = server.database
  const [found] = await db.select().from(treatment).where(eq(treatment.name, 'Teeth Cleaning'))
  if (!found) throw new Error('the sample treatments are missing')
  cleaning = found
  await db.update(treatment).set({ recallMonths: 6 }).where(eq(treatment.id, cleaning.id))
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.db.delete(recall)
  await server.database.db.delete(booking)
})

/** Adds a patient whose last visit was on a day; without `isConfirmed`, one without an account. */
async function addDue(
  name: string,
  date: IsoDate,
  { contact = 'email', isConfirmed = true }: { contact?: ContactWay; isConfirmed?: boolean } = {},
): Promise<string> {
  const { db } = server.database
  const id = isConfirmed ? (await server.person({ name })).patientId : randomUUID()
  if (!isConfirmed) await db.insert(patient).values({ id, name, email: `${id}@example.org` })
  await db.update(patient).set({ contact }).where(eq(patient.id, id))
  const { id: treatmentId, name: treatmentName, priceCents } = cleaning
  const times = timeColumns(date, '08.00 AM - 08.30 AM')
  const columns = { ...times, treatmentId, treatment: treatmentName, priceCents, patientId: id, phone: '555 0100' }
  const visit = { id: randomUUID(), ...columns, patient: '', patientName: name, overridden: true }
  await db.insert(booking).values({ ...visit, status: 'done' })
  await updateRecalls(db, day)
  return id
}

const list = async (query = '') => {
  const response = await server.app.inject({ url: `/desk/recalls?${query}`, headers: staff.admin.bearer })
  return { rows: response.json() as DueForRecall[], headers: response.headers, statusCode: response.statusCode }
}
const names = async (query = '') => (await list(query)).rows.map(({ name }) => name)
const change = (id: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/desk/recalls/${id}`, headers: staff.admin.bearer, payload })

it('lists those to call, and all who are due, the longest due first', async () => {
  await addDue('Ann', '2026-05-02')
  const bob = await addDue('Bob', '2026-04-01', { contact: 'phone' })
  await server.database.db.insert(patientPhone).values({ patientId: bob, number: '+1 646 555 0173' })
  await addDue('Cleo', '2026-05-01', { isConfirmed: false })
  await addDue('Dan', '2026-05-03', { contact: 'none' })
  await addDue('Eve', '2026-05-04')
  expect(await names()).toEqual(['Bob', 'Cleo'])
  const { rows } = await list('show=all')
  expect(rows.map(({ name, reach, phone }) => [name, reach.by, phone])).toEqual([
    ['Bob', 'call', '+1 646 555 0173'],
    ['Cleo', 'call', '555 0100'],
    ['Ann', 'email', '555 0100'],
  ])
  expect(rows[0]).toMatchObject({
    dueOn: 'Oct 1, 2026',
    treatments: [{ name: 'Teeth Cleaning', lastVisit: 'Apr 1, 2026' }],
  })
})

it('records whom staff saw', async () => {
  const ann = await addDue('Ann', '2026-05-01', { isConfirmed: false })
  await list('page=1&limit=999')
  const [entry] = await server.database.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
  expect(entry).toMatchObject({ action: 'list-recalls', target: 'page 1', personIds: [ann] })
})

it('pages', async () => {
  for (const name of ['Ann', 'Bob', 'Cleo']) await addDue(name, '2026-05-01')
  const { rows, headers } = await list('show=all&page=2&limit=2')
  expect([rows.length, headers['x-total-count'], headers.link]).toEqual([1, '3', undefined])
  expect((await list('show=all&limit=2')).headers.link).toContain('page=2')
  expect((await list('show=all&page=3&limit=2')).headers['x-total-count']).toBe('3')
  expect((await list('show=some')).statusCode).toBe(400)
})

it('takes whoever was called off the list to call, and whoever put it off or stopped off both', async () => {
  const [ann, bob, cleo] = [
    await addDue('Ann', '2026-05-01', { isConfirmed: false }),
    await addDue('Bob', '2026-05-02', { isConfirmed: false }),
    await addDue('Cleo', '2026-05-03', { isConfirmed: false }),
  ]
  await change(ann, { action: 'called' })
  expect((await change(bob, { action: 'snooze', months: 3 })).json()).toEqual({ snoozedUntil: 'Feb 3, 2027' })
  expect((await change(cleo, { action: 'stop' })).json()).toEqual({ stoppedAt: expect.any(String) })
  expect([await names(), await names('show=all')]).toEqual([[], ['Ann']])
  expect((await list('show=all')).rows[0]).toMatchObject({ calledAt: '2026-11-03T15:00:00.000Z' })
  await change(cleo, { action: 'start' })
  expect(await names()).toEqual(['Cleo'])
})

it.each([{ action: 'invite' }, { action: 'snooze' }, { action: 'snooze', months: 0 }, {}])(
  'refuses %j',
  async (payload) => {
    expect((await change(await addDue('Ann', '2026-05-01'), payload)).statusCode).toBe(400)
  },
)

it('knows no patient who is erased or never was', async () => {
  const ann = await addDue('Ann', '2026-05-01')
  await server.database.db.update(patient).set({ erasedAt: new Date() }).where(eq(patient.id, ann))
  for (const id of [ann, 'nobody']) {
    expect((await change(id, { action: 'called' })).statusCode).toBe(404)
    const url = `/desk/recalls/${id}`
    expect((await server.app.inject({ url, headers: staff.admin.bearer })).statusCode).toBe(404)
  }
})
