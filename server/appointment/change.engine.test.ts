import { desc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'

const eight = '08.00 AM - 08.30 AM'
const nine = '09.00 AM - 09.30 AM'
const date = 'May 4, 2026'
const cleaning = 'Teeth Cleaning'

let server: TestApp
let staff: TestStaff
let pay: TestPayments
let now: Date
type Person = Awaited<ReturnType<TestApp['person']>>
let ann: Person

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  staff = await openTestStaff(server)
  pay = await openTestPayments(server)
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})
beforeEach(async () => {
  now = new Date('2026-05-01T12:00:00Z')
  // Not deleted, because payments refer to them.
  await server.database.db
    .update(booking)
    .set({ status: 'cancelled', cancelledAt: now })
    .where(ne(booking.status, 'cancelled'))
  ann = await server.person()
})

async function book(person = ann, slot = eight): Promise<string> {
  const response = await staff.book({ treatment: cleaning, date, slot }, Promise.resolve(person))
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json().booking._id
}
const move = (id: string, payload: object, person = ann) =>
  server.app.inject({ method: 'PATCH', url: `/booking/${id}/time`, headers: person.bearer, payload })
const cancel = (id: string, person = ann, payload: object = { reason: 'ill' }) =>
  server.app.inject({ method: 'POST', url: `/booking/${id}/cancel`, headers: person.bearer, payload })
const rowOf = async (id: string) => {
  const [row] = await server.database.db.select().from(booking).where(eq(booking.id, id))
  return row
}
const read = async (path: string) => (await server.app.inject({ url: `/booking${path}`, headers: ann.bearer })).json()
const free = () => staff.freeSlots(date, cleaning)

describe('moving an appointment', () => {
  it('frees its time at once and books the other, with the same id', async () => {
    const id = await book()
    const response = await move(id, { date, slot: nine })
    expect([response.statusCode, response.json().booking]).toEqual([
      200,
      expect.objectContaining({ _id: id, slot: nine }),
    ])
    expect(await free()).toContain(eight)
    expect(await free()).not.toContain(nine)
    const row = await rowOf(id)
    const { db } = server.database
    expect((await db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]).toMatchObject({
      userId: ann.userId,
      actor: ann.email,
      action: 'move-appointment',
      target: `${cleaning} of Ann Patient on ${date}, ${eight} to ${date}, ${nine}`,
    })
    expect([row?.sequence, row?.startsAt.toISOString(), row?.status]).toEqual([1, '2026-05-04T13:00:00.000Z', 'booked'])
  })

  it('to a time that another patient has changes nothing', async () => {
    await book(await server.person(), nine)
    const id = await book()
    const response = await move(id, { date, slot: nine })
    expect([response.statusCode, response.json().code]).toEqual([409, 'slot-taken'])
    expect(await rowOf(id)).toMatchObject({ slot: eight, sequence: 0 })
    expect(await free()).not.toContain(eight)
  })

  it('to a time that overlaps its own is possible', async () => {
    await staff.setLength(cleaning, { durationMinutes: 60 })
    const id = await book(ann, '08.00 AM - 09.00 AM')
    expect((await move(id, { date, slot: '08.30 AM - 09.30 AM' })).statusCode).toBe(200)
    await staff.setLength(cleaning, { durationMinutes: 30 })
  })

  it('to the time of another own appointment is refused', async () => {
    await staff.book({ treatment: 'Oral Surgery', date, slot: nine }, Promise.resolve(ann))
    const response = await move(await book(), { date, slot: nine })
    expect([response.statusCode, response.json().code]).toEqual([409, 'own-appointment'])
  })

  it.each([
    [{ date: 'Apr 30, 2026', slot: eight }, 'date'],
    [{ date, slot: '06.00 AM - 06.30 AM' }, 'slot'],
    [{ date, slot: nine, doctor: '0197a0c2-0000-7000-8000-000000000001' }, 'doctor'],
    [{ date: 'tomorrow', slot: nine }, 'date'],
    [{ date }, 'slot'],
  ])('to %j is refused with the field', async (payload, field) => {
    const id = await book()
    const response = await move(id, payload)
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, [field]])
    expect(await rowOf(id)).toMatchObject({ slot: eight, sequence: 0 })
  })

  it('keeps its payment', async () => {
    const id = await book()
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    await pay.report(ann, id, intent)
    const response = await move(id, { date, slot: nine })
    expect(response.json().booking).toMatchObject({ paid: true, transactionId: intent })
  })

  it('of 30 patients who move to one time at once, one gets it and the others keep theirs', async () => {
    const days = Array.from({ length: 30 }, (_, n) => `Jun ${n + 1}, 2026`)
    const patients = await Promise.all(days.map(() => server.person()))
    const ids = await Promise.all(
      patients.map(async (person, n) => {
        const wish = { treatment: cleaning, date: days[n] ?? '', slot: eight }
        return String((await staff.book(wish, Promise.resolve(person))).json().booking._id)
      }),
    )
    const statuses = await Promise.all(
      patients.map(async (person, n) => (await move(ids[n] ?? '', { date, slot: nine }, person)).statusCode),
    )
    expect(statuses.toSorted()).toEqual([200, ...Array(29).fill(409)])
    const rows = await server.database.db.select().from(booking).where(ne(booking.status, 'cancelled'))
    expect(rows.filter(({ slot }) => slot === nine)).toHaveLength(1)
    expect(rows.filter(({ slot }) => slot === eight)).toHaveLength(29)
  })
})

describe('cancelling an appointment', () => {
  it('frees its time, and a second cancellation is refused', async () => {
    const id = await book()
    expect((await cancel(id)).json()).toEqual({ success: true })
    expect(await free()).toContain(eight)
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', cancelReason: 'ill', sequence: 1 })
    expect((await cancel(id)).statusCode).toBe(404)
    expect(await read(`/${id}`)).toMatchObject({ cancelledAt: expect.any(String), changes: { state: 'cancelled' } })
  })

  it('in ten tabs at once happens once', async () => {
    const id = await book()
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await cancel(id)).statusCode))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const entries = await server.database.db.select().from(audit).where(eq(audit.userId, ann.userId))
    expect(entries).toMatchObject([{ action: 'cancel-appointment', target: expect.stringContaining(cleaning) }])
    expect(await rowOf(id)).toMatchObject({ sequence: 1 })
  })

  it('refunds its payment in full, once', async () => {
    const id = await book()
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    await pay.report(ann, id, intent)
    expect((await read(`/${id}`)).changes).toMatchObject({ refund: 59 })
    const answers = await Promise.all([cancel(id), cancel(id)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, expect.any(Number)])
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({ success: true, refund: 59 })
    await expect.poll(() => pay.ledger(intent), { timeout: 20_000 }).toContain('refund-succeeded')
    expect((await pay.stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([{ amount: 59_00 }])
  })

  it('while a payment is confirmed leaves no money at the clinic', async () => {
    const id = await book()
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    const [cancelled] = await Promise.all([cancel(id), pay.report(ann, id, intent)])
    expect(cancelled.statusCode).toBe(200)
    await pay.report(ann, id, intent)
    const refunded = async () => (await pay.stripe.refunds.list({ payment_intent: intent })).data.length
    await expect.poll(refunded, { timeout: 20_000 }).toBe(1)
  })

  it('needs a reason', async () => {
    const id = await book()
    const response = await cancel(id, ann, { reason: 'bored' })
    expect([response.statusCode, response.json().errors]).toEqual([400, { reason: 'Choose a reason' }])
    expect(await rowOf(id)).toMatchObject({ status: 'booked' })
  })
})

describe('moving and cancelling', () => {
  const later = { date: 'May 20, 2026', slot: nine }

  it('after it began is refused', async () => {
    const id = await book()
    now = new Date('2026-05-04T12:00:00Z')
    expect([(await move(id, later)).json().code, (await cancel(id)).json().code]).toEqual(['begun', 'begun'])
    expect(await rowOf(id)).toMatchObject({ status: 'booked', sequence: 0 })
  })

  it('less than a day before, only the move is possible', async () => {
    const id = await book()
    now = new Date('2026-05-03T12:00:00.001Z')
    expect((await cancel(id)).json().code).toBe('too-late')
    expect((await move(id, later)).statusCode).toBe(200)
  })

  it('is possible exactly as far as the appointment says', async () => {
    const id = await book()
    const changes = async () => {
      const list = await read(`?patient=${encodeURIComponent(ann.email)}`)
      const { changes } = await read(`/${id}`)
      expect(list.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ changes })
      return changes
    }
    await server.database.db.update(booking).set({ scheduledAt: now }).where(eq(booking.id, id))
    const cancelUntil = '2026-05-03T12:00:00.000Z'
    expect(await changes()).toEqual({ state: 'changeable', cancelUntil })
    now = new Date('2026-05-03T12:00:00.001Z')
    expect(await changes()).toEqual({ state: 'too-late', cancelUntil })
    await server.database.db.update(booking).set({ scheduledAt: now }).where(eq(booking.id, id))
    expect(await changes()).toEqual({ state: 'too-late' })
    expect((await cancel(id)).json().detail).toMatch(/^It’s too late to cancel this appointment here\./)
    now = new Date('2026-05-04T12:00:00Z')
    expect(await changes()).toEqual({ state: 'begun' })
  })

  it('exactly a day before is possible', async () => {
    const id = await book()
    now = new Date('2026-05-03T12:00:00Z')
    expect((await cancel(id)).statusCode).toBe(200)
  })

  it('of another patient’s appointment is refused as unknown', async () => {
    const id = await book(await server.person())
    expect([(await move(id, { date, slot: nine })).statusCode, (await cancel(id)).statusCode]).toEqual([404, 404])
  })

  it('at once leaves one of the two', async () => {
    const id = await book()
    const [moved, cancelled] = await Promise.all([move(id, { date, slot: nine }), cancel(id)])
    expect(cancelled.statusCode).toBe(200)
    expect([200, 404, 409]).toContain(moved.statusCode)
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
    expect(await free()).toEqual(expect.arrayContaining([eight, nine]))
  })
})
