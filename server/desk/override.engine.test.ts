import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { booking } from '#server/database/schema/booking.ts'
import { date, eight, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

const ten = '10.00 AM - 10.30 AM'
const override = { note: 'The patient asked for it' }
const doctorNeeded = [400, 'doctor-needed', { doctor: 'Choose the dentist who takes it' }]

let desk: TestDesk
let cleaning: string
let surgery: string
let ann: Awaited<ReturnType<TestDesk['server']['person']>>

beforeAll(async () => {
  desk = await openTestDesk()
  const treatments = await desk.staff.treatments()
  const idOf = (wanted: string) => treatments.find(({ name }) => name === wanted)?._id ?? ''
  ;[cleaning, surgery] = [idOf('Teeth Cleaning'), idOf('Oral Surgery')]
})
afterAll(() => desk.server.close())
beforeEach(async () => {
  await desk.reset()
  ann = await desk.server.person({ name: 'Ann Able' })
})

const wish = (more: object = {}) => ({
  ...{
    patient: { id: ann.patientId },
    phone: '212 555 0101',
    treatmentId: cleaning,
    date,
    slot: nine,
    requestId: randomUUID(),
  },
  ...more,
})
const bookFor = (more: object = {}) => desk.staff.bookFor(wish(more))
const move = (id: string, payload: object) => desk.patch(id, 'time', { date, slot: nine, ...payload })
const changeTreatment = (id: string, payload: object) => {
  const url = `/desk/appointments/${id}/treatment`
  return desk.server.app.inject({ method: 'PATCH', url, headers: desk.staff.admin.bearer, payload })
}
const annBooks = (slot: string, more: object = {}) => desk.book({ slot, person: Promise.resolve(ann), ...more })
/** Books a surgery, which nobody performs, for Ann. */
const annBooksSurgery = async (more: object = {}): Promise<string> =>
  (await bookFor({ treatmentId: surgery, slot: eight, ...more })).json().booking._id
const ofAnn = () =>
  desk.server.database.db
    .select()
    .from(booking)
    .where(and(eq(booking.patientId, ann.patientId), ne(booking.status, 'cancelled')))
    .orderBy(booking.startsAt)
const answerOf = ({ statusCode, json }: { statusCode: number; json: () => { code?: string; errors?: object } }) => [
  statusCode,
  json().code,
  json().errors,
]

describe('an appointment in spite of the rules', () => {
  it('is not booked without the dentist who takes it', async () => {
    expect(answerOf(await bookFor({ override }))).toEqual(doctorNeeded)
    expect(await ofAnn()).toEqual([])
    const made = await bookFor({ override, doctor: desk.oskar })
    expect(made.json().booking, made.body).toMatchObject({ doctor: 'Oskar' })
  })

  it('needs no dentist if nobody performs its treatment', async () => {
    expect((await bookFor({ treatmentId: surgery, override })).statusCode).toBe(201)
    const [row] = await ofAnn()
    expect((await move(row?.id ?? '', { slot: ten, override })).statusCode).toBe(200)
  })

  it('keeps its dentist when it moves; one that has none needs one', async () => {
    const id = await annBooks(eight, { doctor: desk.ida })
    expect((await move(id, { override })).json().appointment).toMatchObject({ doctor: 'Ida', overridden: true })
    await desk.server.database.db.update(booking).set({ doctorId: null }).where(eq(booking.id, id))
    expect(answerOf(await move(id, { slot: ten, override }))).toEqual(doctorNeeded)
    expect(await desk.rowOf(id)).toMatchObject({ slot: nine, doctorId: null })
    const named = await move(id, { slot: ten, override, doctor: desk.oskar })
    expect(named.json().appointment, named.body).toMatchObject({ slot: ten, doctor: 'Oskar' })
  })

  it('needs a dentist when its treatment becomes one that somebody performs', async () => {
    const id = await annBooksSurgery()
    const change = { treatmentId: cleaning, from: surgery, price: 59, override }
    expect(answerOf(await changeTreatment(id, change))).toEqual(doctorNeeded)
    const named = await changeTreatment(id, { ...change, doctor: desk.ida })
    expect(named.json().appointment, named.body).toMatchObject({ treatment: 'Teeth Cleaning', doctor: 'Ida' })
  })
})

describe('a second appointment of a treatment on one day', () => {
  it('is refused, and booked with an override and a note', async () => {
    await annBooks(eight)
    expect((await bookFor()).json().errors.slot).toContain('or book outside the rules')
    expect((await bookFor({ override, doctor: desk.ida })).statusCode).toBe(201)
    const second = { secondThatDay: true, overridden: true, overrideReason: override.note }
    expect(await ofAnn()).toMatchObject([{ secondThatDay: false }, second])
    expect((await bookFor({ slot: ten })).json().code).toBe('already-booked')
  })

  it('is marked as one only if it is', async () => {
    expect((await bookFor({ override, doctor: desk.ida })).statusCode).toBe(201)
    expect(await ofAnn()).toMatchObject([{ secondThatDay: false, overridden: true }])
  })

  it('is refused by a move, and moved with an override; it stays one within its day only', async () => {
    await annBooks(eight)
    const id = await annBooks(eight, { date: 'May 7, 2026' })
    const refused = await move(id, {})
    expect([refused.json().code, refused.json().detail]).toEqual([
      'own-appointment',
      expect.stringContaining('say why it may break the rules'),
    ])
    expect((await move(id, { override })).statusCode).toBe(200)
    expect(await desk.rowOf(id)).toMatchObject({ date: '2026-05-04', secondThatDay: true })
    expect((await move(id, { slot: ten })).statusCode).toBe(200)
    expect(await desk.rowOf(id)).toMatchObject({ secondThatDay: true, overridden: false })
    expect((await move(id, { date: 'May 8, 2026' })).statusCode).toBe(200)
    expect(await desk.rowOf(id)).toMatchObject({ secondThatDay: false })
    expect((await move(id, {})).json().code).toBe('own-appointment')
  })

  it.each(['booked', 'done'])('comes from a change of the treatment of one that is %s', async (status) => {
    await annBooks(ten)
    const id = await annBooksSurgery()
    if (status === 'done') {
      desk.clock.now = new Date('2026-05-04T12:40:00Z')
      await desk.mark(id, 'booked', 'done')
    }
    const change = { treatmentId: cleaning, from: surgery, price: 59, doctor: desk.ida }
    const url = `/desk/appointments/${id}/treatments`
    const choices = (await desk.server.app.inject({ url, headers: desk.staff.admin.bearer })).json()
    expect(choices.find(({ _id }: { _id: string }) => _id === cleaning)).toMatchObject({ fits: false, sameDay: ten })
    expect((await changeTreatment(id, change)).json().code).toBe('own-appointment')
    const changed = await changeTreatment(id, { ...change, override })
    expect(changed.json().appointment, changed.body).toMatchObject({ treatment: 'Teeth Cleaning', overridden: true })
    expect(await desk.rowOf(id)).toMatchObject({ secondThatDay: true, overrideReason: override.note, status })
  })

  it('is booked once, although one request arrives ten times at the same time', async () => {
    await annBooks(eight)
    const request = wish({ override, doctor: desk.ida })
    const responses = await Promise.all(Array.from({ length: 10 }, () => desk.staff.bookFor(request)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    expect(new Set(responses.map(({ json }) => json().booking._id)).size).toBe(1)
    expect(await ofAnn()).toMatchObject([{ secondThatDay: false }, { secondThatDay: true }])
  })

  it('is booked and moved by desks that do so at the same time, and one of them is the first', async () => {
    const id = await annBooks(eight, { date: 'May 7, 2026' })
    const responses = await Promise.all([
      move(id, { override }),
      ...[eight, nine, ten].map((slot) => bookFor({ slot, override, doctor: desk.ida })),
    ])
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201, 201, 201])
    const second = (await ofAnn()).map(({ secondThatDay }) => secondThatDay)
    expect(second.toSorted()).toEqual([false, true, true, true])
  })
})
