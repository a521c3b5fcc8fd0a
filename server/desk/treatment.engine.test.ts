import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TreatmentChoice } from '#contract/desk/day.ts'
import { date, eight, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
let cleaning: string
let crown: string
beforeAll(async () => {
  desk = await openTestDesk()
  const treatment = { name: 'Crown', price: 640, durationMinutes: 60, bufferMinutes: 10 }
  await desk.staff.change({ kind: 'add-treatment', treatment })
  const treatments = await desk.staff.treatments()
  const idOf = (wanted: string) => treatments.find(({ name }) => name === wanted)?._id ?? ''
  ;[cleaning, crown] = [idOf('Teeth Cleaning'), idOf('Crown')]
  for (const [doctorId, name] of [
    [desk.ida, 'Ida'],
    [desk.oskar, 'Oskar'],
  ] as const) {
    const doctor = { name, treatmentIds: [cleaning, crown], specialtyId: cleaning, week: null }
    await desk.staff.change({ kind: 'change-doctor', doctorId, doctor })
  }
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const change = (id: string, payload: object) => {
  const body = { treatmentId: crown, from: cleaning, price: 640, ...payload }
  const headers = desk.staff.admin.bearer
  return desk.server.app.inject({ method: 'PATCH', url: `/desk/appointments/${id}/treatment`, headers, payload: body })
}
const choices = async (id: string): Promise<TreatmentChoice[]> => {
  const url = `/desk/appointments/${id}/treatments`
  return (await desk.server.app.inject({ url, headers: desk.staff.admin.bearer })).json()
}

describe('another treatment', () => {
  it('has its length and its price at the same start, and is recorded', async () => {
    const id = await desk.book({ doctor: desk.ida })
    const answer = await change(id, { price: 600 })
    expect(answer.json().appointment, answer.body).toMatchObject({
      ...{ treatment: 'Crown', slot: '08.00 AM - 09.00 AM', price: 600, owed: 600, doctor: 'Ida', overridden: false },
      busyUntil: '2026-05-04T13:10:00.000Z',
    })
    expect(await desk.trail('change-booked-treatment')).toContain(
      `Teeth Cleaning of Ann Patient on ${date}, ${eight} to Crown`,
    )
  })

  it('that overlaps another appointment is shown beforehand and refused, and staff can override it', async () => {
    const id = await desk.book({ doctor: desk.ida })
    await desk.book({ doctor: desk.ida, slot: '08.30 AM - 09.00 AM' })
    const found = (await choices(id)).find(({ _id }) => _id === crown)
    expect(found).toMatchObject({
      fits: false,
      conflicts: [{ patientName: 'Ann Patient', slot: '08.30 AM - 09.00 AM' }],
    })
    const refused = await change(id, {})
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'slot-taken'])
    expect(await desk.rowOf(id)).toMatchObject({ treatment: 'Teeth Cleaning', priceCents: 59_00, slot: eight })
    const overridden = await change(id, { override: { note: 'Ida works faster' } })
    expect(overridden.json().appointment, overridden.body).toMatchObject({ treatment: 'Crown', overridden: true })
  })

  it('that fits is said to', async () => {
    const id = await desk.book({ doctor: desk.ida, slot: nine })
    const found = (await choices(id)).find(({ _id }) => _id === crown)
    expect(found).toEqual({
      ...{ _id: crown, name: 'Crown', price: 640, minutes: 60, slot: '09.00 AM - 10.00 AM' },
      ...{ fits: true, conflicts: [] },
    })
  })

  it('that somebody else has chosen meanwhile is refused, and an unknown one too', async () => {
    const id = await desk.book()
    expect((await change(id, {})).statusCode).toBe(200)
    expect((await change(id, {})).json()).toMatchObject({ code: 'treatment-changed' })
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await change(id, { from: crown, treatmentId: unknown })).json().code).toBe('unknown-treatment')
  })

  it('below what was paid is refused and changes nothing', async () => {
    const id = await desk.book()
    const payment = { requestId: crypto.randomUUID(), method: 'cash', amount: 59 }
    const url = `/desk/appointments/${id}/payments`
    await desk.server.app.inject({ method: 'POST', url, headers: desk.staff.admin.bearer, payload: payment })
    expect((await change(id, { price: 50 })).json().errors).toHaveProperty('price')
    expect(await desk.rowOf(id)).toMatchObject({ treatment: 'Teeth Cleaning', priceCents: 59_00, owedCents: 0 })
    expect((await change(id, {})).json().appointment).toMatchObject({ owed: 581, received: 59, paid: false })
  })

  it('of what is done keeps its time', async () => {
    const id = await desk.book({ doctor: desk.ida })
    desk.clock.now = new Date('2026-05-04T12:40:00Z')
    await desk.mark(id, 'booked', 'done')
    const answer = await change(id, {})
    expect(answer.json().appointment, answer.body).toMatchObject({ treatment: 'Crown', slot: eight, price: 640 })
  })
})
