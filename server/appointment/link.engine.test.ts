import { randomUUID } from 'node:crypto'
import { desc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkedAppointment } from '#contract/booking/appointment-link.ts'
import { audit } from '#server/database/schema/audit.ts'
import { booking } from '#server/database/schema/booking.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { openFormerLinks } from '#server/testing/former-link.ts'
import { openTestPayments, type TestPayments } from '#server/testing/payment.ts'

const eight = '08.00 AM - 08.30 AM'
const nine = '09.00 AM - 09.30 AM'
const date = 'May 4, 2026'
const treatment = 'Teeth Cleaning'
const startsAt = '2026-05-04T12:00:00.000Z'
const deadline = '2026-05-03T12:00:00.000Z'
const log: string[] = []

let server: TestApp
let staff: TestStaff
let pay: TestPayments
let now: Date
type Person = Awaited<ReturnType<TestApp['person']>>
let ann: Person

beforeAll(async () => {
  server = await openTestApp({
    clock: () => now,
    env: { LOG_LEVEL: 'trace' },
    logTo: { write: (line) => void log.push(line) },
  })
  staff = await openTestStaff(server)
  pay = await openTestPayments(server)
})
afterAll(async () => {
  await pay.sandbox.close()
  await server.close()
})
beforeEach(async () => {
  now = new Date('2026-05-01T12:00:00Z')
  await server.database.db
    .update(booking)
    .set({ status: 'cancelled', cancelledAt: now })
    .where(ne(booking.status, 'cancelled'))
  ann = await server.person()
})

async function book(person = ann, slot = eight) {
  const response = await staff.book({ treatment, date, slot }, Promise.resolve(person))
  if (response.statusCode !== 201) throw new Error(response.body)
  const id: string = response.json().booking._id
  // The database has a clock of its own.
  await server.database.db.update(booking).set({ scheduledAt: now }).where(eq(booking.id, id))
  return { id, token: openFormerLinks(server.secret).issue({ id, patientId: person.patientId }) }
}
const post = (call: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/appointment-link${call}`, payload })
const read = async (token: string) => linkedAppointment.parse((await post('', { token })).json())
const move = (token: string, slot = nine, day = date) => post('/move', { token, date: day, slot })
const cancel = (token: string) => post('/cancel', { token, reason: 'ill' })
const changes = (token: string) => Promise.all([move(token), cancel(token)])
const rowOf = async (id: string) => (await server.database.db.select().from(booking).where(eq(booking.id, id)))[0]
const newestAudit = async () => (await server.database.db.select().from(audit).orderBy(desc(audit.id)).limit(1))[0]

describe('the appointment of a link', () => {
  it('is shown without the patient’s name, email and phone, and says until when it can be changed', async () => {
    const { token } = await book()
    const response = await post('', { token })
    expect(response.json()).toEqual({
      ...{ price: 59, owed: 59 },
      state: 'changeable',
      treatmentId: expect.any(String),
      treatment,
      date,
      slot: eight,
      cancelUntil: deadline,
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('is moved, and its link stays valid', async () => {
    const { id, token } = await book()
    const response = await move(token)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: true, appointment: expect.objectContaining({ state: 'changeable', slot: nine }) },
    ])
    expect(await rowOf(id)).toMatchObject({ slot: nine, sequence: 1 })
    expect(await read(token)).toMatchObject({ slot: nine })
    expect(await newestAudit()).toMatchObject({
      userId: ann.patientId,
      actor: 'Link in an email',
      personIds: [ann.patientId],
      action: 'move-appointment',
      target: `${treatment} of Ann Patient on ${date}, ${eight} to ${date}, ${nine}`,
      ip: '127.0.0.1',
    })
  })

  it('is cancelled once, also in two tabs at the same time', async () => {
    const { id, token } = await book()
    const statuses = (await Promise.all([cancel(token), cancel(token)])).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([200, 409])
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', cancelReason: 'ill', sequence: 1 })
    expect(await read(token)).toMatchObject({ state: 'cancelled' })
    const again = await cancel(token)
    expect([again.statusCode, again.json().code]).toEqual([409, 'cancelled'])
    expect(await newestAudit()).toMatchObject({ action: 'cancel-appointment', userId: ann.patientId })
  })

  it('names what a cancellation gives back, before and after it, when a part was refunded', async () => {
    const { id, token } = await book()
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    await pay.report(ann, id, intent)
    const payload = { requestId: randomUUID(), amount: 10.1, note: '' }
    const url = `/desk/appointments/${id}/refund`
    const response = await server.app.inject({ method: 'POST', url, headers: staff.admin.bearer, payload })
    expect(response.statusCode, response.body).toBe(200)
    expect(await read(token)).toMatchObject({ refund: 48.9 })
    expect((await cancel(token)).json()).toEqual({ success: true, refund: 48.9 })
    expect(await read(token)).toMatchObject({ state: 'cancelled', refund: 48.9 })
  })

  it('is refunded in full when it is cancelled', async () => {
    const { id, token } = await book()
    const intent = await pay.intentFor(ann, id)
    await pay.charge(intent)
    await pay.report(ann, id, intent)
    expect(await read(token)).toMatchObject({ refund: 59 })
    expect((await cancel(token)).json()).toEqual({ success: true, refund: 59 })
    await expect.poll(() => pay.ledger(intent), { timeout: 20_000 }).toContain('refund-succeeded')
  })

  it('moved in one tab and cancelled in the other ends cancelled', async () => {
    const { id, token } = await book()
    const [moved, cancelled] = await changes(token)
    expect(cancelled.statusCode).toBe(200)
    expect([200, 409]).toContain(moved.statusCode)
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
  })

  it('is not moved to a time that is not free', async () => {
    await book(await server.person(), nine)
    const { id, token } = await book()
    const response = await move(token)
    expect([response.statusCode, response.json().code]).toEqual([409, 'slot-taken'])
    expect((await move(token, '06.00 AM - 06.30 AM')).json().errors).toHaveProperty('slot')
    expect(await rowOf(id)).toMatchObject({ slot: eight, sequence: 0 })
  })
})

describe('an appointment that can’t be changed', () => {
  it.each([
    ['begun', startsAt, 'begun'],
    ['over', '2026-05-04T12:30:00Z', 'begun'],
  ] as const)('is shown as %s, and changes are refused', async (state, at, code) => {
    const { id, token } = await book()
    now = new Date(at)
    expect(await read(token)).toMatchObject({ state })
    const codes = [await move(token, nine, 'May 20, 2026'), await cancel(token)].map((each) => each.json().code)
    expect(codes).toEqual([code, code])
    expect(await rowOf(id)).toMatchObject({ status: 'booked', sequence: 0 })
  })

  it('can still be moved when it is too late to cancel it', async () => {
    const { id, token } = await book()
    now = new Date('2026-05-03T12:00:00.001Z')
    expect(await read(token)).toMatchObject({ state: 'too-late', cancelUntil: deadline })
    expect((await cancel(token)).json().code).toBe('too-late')
    expect((await move(token, nine, 'May 20, 2026')).statusCode).toBe(200)
    expect(await rowOf(id)).toMatchObject({ status: 'booked', sequence: 1 })
  })

  it.each([
    ['arrived', 'begun'],
    ['done', 'over'],
    ['no-show', 'over'],
  ] as const)('because of its status %s is shown as %s', async (status, state) => {
    const { id, token } = await book()
    await server.database.db.update(booking).set({ status }).where(eq(booking.id, id))
    expect(await read(token)).toMatchObject({ state })
    expect((await changes(token)).map(({ statusCode }) => statusCode)).toEqual([409, 409])
  })

  it('names no time until which it could be cancelled if that had passed when it was booked', async () => {
    now = new Date('2026-05-03T22:00:00Z')
    const { token } = await book()
    now = new Date('2026-05-03T22:01:00Z')
    const late = await read(token)
    expect([late.state, late.cancelUntil]).toEqual(['too-late', undefined])
    expect((await cancel(token)).json()).toMatchObject({
      code: 'too-late',
      detail: 'It’s too late to cancel this appointment here. Please call us at +1 212 555 0142, or move it.',
    })
  })

  it('names the time until which it could be cancelled, and the clinic’s phone', async () => {
    const { token } = await book()
    now = new Date('2026-05-03T13:00:00Z')
    expect((await cancel(token)).json().detail).toMatch(
      /^You could cancel this appointment here until May 3, 2026, 8:00\sAM\. Please call us at \+1 212 555 0142, or move it\.$/,
    )
  })
})

describe('a link that is not valid', () => {
  it('is refused by every call, whatever is wrong with it', async () => {
    const { id, token } = await book()
    const foreign = openFormerLinks(server.secret).issue({ id, patientId: (await server.person()).patientId })
    const forged = openFormerLinks('another secret of 32 characters!').issue({ id, patientId: ann.patientId })
    for (const each of [foreign, forged, token.slice(0, -1), 'x', '', '\u0000.\u0000']) {
      const answers = [await post('', { token: each }), await move(each), await cancel(each)]
      for (const answer of answers)
        expect([answer.statusCode, answer.json().code, answer.json().detail]).toEqual([
          404,
          'invalid-link',
          'This link is not valid.',
        ])
    }
    expect(await rowOf(id)).toMatchObject({ status: 'booked', sequence: 0 })
  })

  it.each([{}, { token: 7 }, { token: 'x'.repeat(257) }])('in the body %j is a bad request', async (payload) => {
    const response = await post('', payload)
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ['token']])
  })
})

it('no GET reads or changes anything, and the log contains no token', async () => {
  const { id, token } = await book()
  for (const url of ['', '/move', '/cancel'].map((call) => `/appointment-link${call}?token=${token}&reason=ill`))
    expect((await server.app.inject(url)).statusCode).toBe(404)
  await move(token)
  expect(await rowOf(id)).toMatchObject({ status: 'booked' })
  expect(log.join('')).toContain('/appointment-link/move')
  expect(log.join('')).not.toContain(token.split('.')[1])
})
