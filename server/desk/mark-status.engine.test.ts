import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eight, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const unknown = '00000000-0000-4000-8000-000000000000'

describe('marking an appointment', () => {
  it('there and back is stored, dated and recorded', async () => {
    const id = await desk.book()
    desk.clock.now = new Date('2026-05-04T12:05:00Z')
    for (const [from, to] of [
      ['booked', 'arrived'],
      ['arrived', 'done'],
      ['done', 'arrived'],
      ['arrived', 'no-show'],
      ['no-show', 'booked'],
    ] as const) {
      const response = await desk.mark(id, from, to)
      expect(response.json().appointment, response.body).toMatchObject({
        _id: id,
        status: to,
        statusAt: expect.any(String),
      })
      expect(await desk.rowOf(id)).toMatchObject({ status: to, sequence: 0 })
    }
    const targets = (await desk.trail('mark-appointment')).slice(0, 5)
    expect(targets.map((target) => target.split(' as ').at(-1))).toEqual([
      'booked',
      'no-show',
      'arrived',
      'done',
      'arrived',
    ])
    expect(targets[0]).toBe(`Teeth Cleaning of Ann Patient on May 4, 2026, ${eight} as booked`)
  })

  it.each([
    ['2026-05-03T12:00:00Z', 'arrived', 'before-its-day'],
    ['2026-05-04T11:59:00Z', 'done', 'not-begun'],
    ['2026-05-04T11:59:00Z', 'no-show', 'not-begun'],
    ['2026-05-04T12:01:00Z', 'booked', 'no-such-step'],
  ])('at %s as %s is refused as %s and records nothing', async (at, status, code) => {
    const id = await desk.book()
    const recorded = (await desk.trail('mark-appointment')).length
    desk.clock.now = new Date(at)
    const response = await desk.mark(id, 'booked', status)
    expect([response.statusCode, response.json().code]).toEqual([409, code])
    expect(await desk.rowOf(id)).toMatchObject({ status: 'booked', statusAt: null })
    expect(await desk.trail('mark-appointment')).toHaveLength(recorded)
  })

  it('at two desks at once succeeds at one; the other learns the status', async () => {
    const id = await desk.book()
    desk.clock.now = new Date('2026-05-04T12:05:00Z')
    const answers = await Promise.all([desk.mark(id, 'booked', 'done'), desk.mark(id, 'booked', 'no-show')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const row = await desk.rowOf(id)
    expect(['done', 'no-show']).toContain(row?.status)
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused.code).toBe('status-changed')
    expect(refused.detail).toContain(row?.status === 'done' ? 'as done' : 'as a no-show')
    expect((await desk.trail('mark-appointment'))[0]).toContain(`as ${row?.status}`)
  })

  it('that is cancelled is refused', async () => {
    const id = await desk.book()
    await desk.cancel(id)
    desk.clock.now = new Date('2026-05-04T12:05:00Z')
    const response = await desk.mark(id, 'booked', 'arrived')
    expect([response.statusCode, response.json().detail]).toEqual([409, expect.stringContaining('as cancelled')])
  })

  it('unknown is not found, and other states are refused with the field', async () => {
    expect((await desk.mark(unknown, 'booked', 'arrived')).statusCode).toBe(404)
    const response = await desk.mark(unknown, 'booked', 'cancelled')
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ['status']])
  })
})

describe('the note of an appointment', () => {
  it('is stored and recorded', async () => {
    const id = await desk.book()
    expect((await desk.patch(id, 'note', { note: ' Wheelchair ' })).json().appointment.note).toBe('Wheelchair')
    expect((await desk.onDay(id))?.note).toBe('Wheelchair')
    expect((await desk.trail('note-appointment'))[0]).toBe(`Teeth Cleaning of Ann Patient on May 4, 2026, ${eight}`)
  })

  it('that somebody else has changed meanwhile stays', async () => {
    const id = await desk.book()
    await desk.patch(id, 'note', { note: 'Wheelchair', former: '' })
    const response = await desk.patch(id, 'note', { note: 'Interpreter', former: '' })
    expect([response.statusCode, response.json().code]).toEqual([409, 'note-changed'])
    expect(await desk.rowOf(id)).toMatchObject({ note: 'Wheelchair' })
  })

  it('of more than 200 characters is refused', async () => {
    const response = await desk.patch(await desk.book(), 'note', { note: 'x'.repeat(201) })
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ['note']])
  })
})
