import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appointmentNotice } from '#server/database/schema/booking.ts'
import { date, eight, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const move = (id: string, payload: object) => desk.patch(id, 'time', { date, ...payload })

describe('moving an appointment', () => {
  it('within the last hour, to another dentist, frees its time and tells the patient', async () => {
    const id = await desk.book({ doctor: desk.ida })
    desk.clock.now = new Date('2026-05-04T11:30:00Z')
    const response = await move(id, { slot: nine, doctor: desk.oskar })
    expect(response.json().appointment, response.body).toMatchObject({ slot: nine, doctor: 'Oskar', overridden: false })
    expect(await desk.rowOf(id)).toMatchObject({ sequence: 1, startsAt: new Date('2026-05-04T13:00:00Z') })
    const notices = await desk.server.database.db
      .select()
      .from(appointmentNotice)
      .where(eq(appointmentNotice.bookingId, id))
    expect(notices.map(({ kind }) => kind)).toContain('moved')
    expect((await desk.trail('move-appointment'))[0]).toBe(
      `Teeth Cleaning of Ann Patient on May 4, 2026, ${eight} to May 4, 2026, ${nine} with Oskar`,
    )
  })

  it('keeps the dentist where they are free, and says who has it otherwise', async () => {
    const id = await desk.book({ doctor: desk.oskar })
    expect((await move(id, { slot: nine })).json().appointment).toMatchObject({ slot: nine, doctor: 'Oskar' })
    await desk.book({ doctor: desk.oskar })
    expect((await move(id, { slot: eight })).json().appointment).toMatchObject({ slot: eight, doctor: 'Ida' })
  })

  it('past the patients’ horizon is possible', async () => {
    const id = await desk.book()
    expect((await move(id, { date: 'May 4, 2028', slot: nine })).statusCode).toBe(200)
  })

  it('lists the times that are free without it', async () => {
    await desk.book({ doctor: desk.ida })
    const id = await desk.book({ doctor: desk.oskar })
    const times = await desk.server.app.inject({
      url: `/desk/appointments/${id}/times?date=${encodeURIComponent(date)}`,
      headers: desk.staff.admin.bearer,
    })
    expect(times.json().slice(0, 2)).toEqual([
      { slot: eight, doctors: [{ _id: desk.oskar, name: 'Oskar' }] },
      {
        slot: '08.30 AM - 09.00 AM',
        doctors: [
          { _id: desk.ida, name: 'Ida' },
          { _id: desk.oskar, name: 'Oskar' },
        ],
      },
    ])
  })

  it.each([
    ['a busy dentist', () => ({ slot: nine, doctor: desk.ida }), 409, 'slot-taken'],
    ['a closed hour', () => ({ slot: '12.00 PM - 12.30 PM' }), 400, 'unknown-slot'],
    ['a day that has passed', () => ({ date: 'Apr 30, 2026', slot: nine }), 400, 'day-past'],
  ])('to %s is refused and changes nothing', async (_case, wish, status, code) => {
    await desk.book({ slot: nine, doctor: desk.ida })
    const id = await desk.book({ doctor: desk.ida })
    const recorded = (await desk.trail('move-appointment')).length
    const response = await move(id, wish())
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(await desk.rowOf(id)).toMatchObject({ slot: eight, sequence: 0 })
    expect(await desk.trail('move-appointment')).toHaveLength(recorded)
  })

  it('in spite of the rules overlaps, keeps the dentist and says why', async () => {
    await desk.book({ slot: nine, doctor: desk.ida })
    const id = await desk.book({ doctor: desk.ida })
    await desk.patch(id, 'note', { note: 'Allergic to penicillin' })
    const tooLong = await move(id, { slot: '09.10 AM - 11.00 AM', override: { note: 'Ida agreed' } })
    expect(tooLong.json()).toMatchObject({ status: 400, code: 'other-length', errors: { slot: expect.any(String) } })
    const response = await move(id, { slot: '09.10 AM - 09.40 AM', override: { note: 'Ida agreed' } })
    expect(response.json().appointment, response.body).toMatchObject({
      slot: '09.10 AM - 09.40 AM',
      doctor: 'Ida',
      overridden: true,
      overrideReason: 'Ida agreed',
      note: 'Allergic to penicillin',
    })
    expect((await desk.trail('move-appointment'))[0]).toContain('09.10 AM - 09.40 AM with Ida, in spite of the rules')
    // A later move within the rules takes the exemption back.
    await move(id, { slot: '11.00 AM - 11.30 AM' })
    expect(await desk.rowOf(id)).toMatchObject({
      slot: '11.00 AM - 11.30 AM',
      overridden: false,
      overrideReason: '',
      note: 'Allergic to penicillin',
    })
  })

  it('in spite of the rules works outside the hours, and needs a note', async () => {
    const id = await desk.book()
    const response = await move(id, { slot: '06.00 PM - 06.30 PM', override: { note: ' ' } })
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ['override.note']])
    expect((await move(id, { slot: '06.00 PM - 06.30 PM', override: { note: 'Late' } })).statusCode).toBe(200)
  })

  it('is possible within the day once the patient has arrived', async () => {
    const id = await desk.book()
    desk.clock.now = new Date('2026-05-04T12:05:00Z')
    await desk.mark(id, 'booked', 'arrived')
    expect((await move(id, { date: 'May 5, 2026', slot: nine })).json().code).toBe('arrived')
    expect((await move(id, { slot: nine })).statusCode).toBe(200)
    desk.clock.now = new Date('2026-05-04T13:05:00Z')
    await desk.mark(id, 'arrived', 'done')
    expect((await move(id, { slot: '10.00 AM - 10.30 AM' })).json().code).toBe('over')
  })

  it('by six desks to one time succeeds once for each dentist', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => desk.book({ date: `Jun ${n + 1}, 2026` })))
    const statuses = await Promise.all(ids.map(async (id) => (await move(id, { slot: nine })).statusCode))
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409, 409, 409])
  })
})
