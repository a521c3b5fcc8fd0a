import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ManyMarks, UnmarkedAppointment } from '#contract/desk/unmarked.ts'
import { eight, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const unmarked = async (): Promise<UnmarkedAppointment[]> =>
  (await desk.server.app.inject({ url: '/desk/unmarked', headers: desk.staff.admin.bearer })).json()
const mark = (payload: ManyMarks) =>
  desk.server.app.inject({
    method: 'POST',
    url: '/desk/appointments/marks',
    headers: desk.staff.admin.bearer,
    payload,
  })

describe('appointments that are over', () => {
  it('are listed until somebody says whether the patient came, those of earlier days too', async () => {
    const [first, second] = [await desk.book({ slot: eight }), await desk.book({ slot: nine })]
    desk.clock.now = new Date('2026-05-04T12:31:00Z')
    expect((await unmarked()).map(({ _id }) => _id)).toEqual([first])
    desk.clock.now = new Date('2026-05-06T12:00:00Z')
    expect(await unmarked()).toMatchObject([
      { _id: first, date: 'May 4, 2026', slot: eight, status: 'booked' },
      { _id: second, slot: nine },
    ])
    expect((await desk.trail('read-day'))[0]).toBe('appointments without a status')
    await desk.mark(second, 'booked', 'no-show')
    expect((await unmarked()).map(({ _id }) => _id)).toEqual([first])
    desk.clock.now = new Date('2026-06-05T12:00:00Z')
    expect(await unmarked()).toEqual([])
  })

  it('are marked at once; one that somebody else has marked meanwhile stays as it is', async () => {
    const [first, second] = [await desk.book({ slot: eight }), await desk.book({ slot: nine })]
    desk.clock.now = new Date('2026-05-04T20:00:00Z')
    await desk.mark(second, 'booked', 'no-show')
    const appointments = [first, second].map((_id) => ({ _id, from: 'booked' as const }))
    const response = await mark({ status: 'done', appointments })
    expect(response.json().results, response.body).toEqual([
      { _id: first, done: true },
      { _id: second, done: false, problem: expect.stringMatching(/\w \w/) },
    ])
    expect(await desk.rowOf(first)).toMatchObject({ status: 'done' })
    expect(await desk.rowOf(second)).toMatchObject({ status: 'no-show' })
    expect((await desk.trail('mark-appointment'))[0]).toContain('as done')
  })

  it('are at least one and at most 200', async () => {
    expect((await mark({ status: 'done', appointments: [] })).statusCode).toBe(400)
    const many = Array.from({ length: 201 }, () => ({ _id: crypto.randomUUID(), from: 'booked' as const }))
    expect((await mark({ status: 'done', appointments: many })).statusCode).toBe(400)
  })
})
