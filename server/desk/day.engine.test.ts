import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeskAppointment } from '#contract/desk/day.ts'
import { eight, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

describe('a day', () => {
  it('has the hours, those who work, and its appointments in order', async () => {
    await desk.staff.change({
      kind: 'set-day',
      day: { date: 'May 5, 2026', note: 'Short day', periods: [{ from: 540, until: 660 }] },
    })
    await desk.staff.change({
      kind: 'add-absence',
      doctorId: desk.oskar,
      absence: { firstDay: 'May 5, 2026', lastDay: 'May 5, 2026', note: '' },
    })
    const ann = await desk.server.person({ name: 'Ann Berg' })
    const later = await desk.book({ slot: nine, person: Promise.resolve(ann), date: 'May 5, 2026', doctor: desk.ida })
    const day = await desk.readDay('May 5, 2026')
    expect(day).toMatchObject({
      date: 'May 5, 2026',
      hours: [{ from: 540, until: 660 }],
      note: 'Short day',
      gridMinutes: 30,
      doctors: [
        { _id: desk.ida, name: 'Ida', hours: [{ from: 540, until: 660 }], absent: false },
        { _id: desk.oskar, name: 'Oskar', hours: [], absent: true },
      ],
    })
    expect(day.appointments).toEqual([
      {
        _id: later,
        patient: ann.email,
        patientId: ann.patientId,
        patientName: 'Ann Berg',
        phone: '1',
        treatmentId: expect.any(String),
        treatment: 'Teeth Cleaning',
        doctorId: desk.ida,
        doctor: 'Ida',
        chair: 'Garden',
        date: 'May 5, 2026',
        slot: nine,
        startsAt: '2026-05-05T13:00:00.000Z',
        endsAt: '2026-05-05T13:30:00.000Z',
        busyUntil: '2026-05-05T13:30:00.000Z',
        status: 'booked',
        paid: false,
        price: 59,
        received: 0,
        owed: 59,
        refunding: 0,
        refunded: 0,
        note: '',
        overridden: false,
        sequence: 0,
        reach: { by: 'email', to: ann.email },
      } satisfies DeskAppointment,
    ])
  })

  it('keeps cancelled appointments, marked so', async () => {
    const [later, first] = [await desk.book({ slot: nine }), await desk.book()]
    await desk.cancel(first)
    const { appointments } = await desk.readDay()
    const own = appointments.filter(({ _id }) => [later, first].includes(_id))
    expect(own.map(({ _id, status }) => [_id, status])).toEqual([
      [first, 'cancelled'],
      [later, 'booked'],
    ])
  })

  it('that is closed has no hours', async () => {
    await desk.staff.change({ kind: 'set-day', day: { date: 'May 6, 2026', note: 'Holiday', periods: [] } })
    expect(await desk.readDay('May 6, 2026')).toMatchObject({ hours: [], note: 'Holiday', appointments: [] })
  })

  it.each(['2026-05-04', ''])('%j is not a date', async (text) => {
    const response = await desk.server.app.inject({ url: `/desk/day?date=${text}`, headers: desk.staff.admin.bearer })
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ['date']])
  })
})

describe('what staff look at', () => {
  it('is recorded once an hour for each day', async () => {
    const before = (await desk.trail('read-day')).length
    const look = () => desk.readDay('Jul 1, 2026')
    await Promise.all([look(), look(), look()])
    desk.clock.now = new Date('2026-05-01T12:59:00Z')
    await look()
    expect(await desk.trail('read-day')).toHaveLength(before + 1)
    expect((await desk.trail('read-day'))[0]).toBe('Jul 1, 2026')
    desk.clock.now = new Date('2026-05-01T13:00:00Z')
    await look()
    expect(await desk.trail('read-day')).toHaveLength(before + 2)
  })

  it('is recorded if staff read another person’s appointments, and not if they read their own', async () => {
    const ann = await desk.server.person({ name: 'Ann Berg' })
    const id = await desk.book({ slot: eight, person: Promise.resolve(ann) })
    const get = (url: string, headers = desk.staff.admin.bearer) => desk.server.app.inject({ url, headers })
    for (const url of [`/booking/${id}`, `/booking?patient=${ann.email}`, `/booking?patient=${ann.email}`])
      await get(url)
    const recorded = await desk.trail('read-appointment')
    expect(recorded).toEqual([
      `the appointments of ${ann.email}`,
      `the appointment Teeth Cleaning of Ann Berg on May 4, 2026, ${eight}`,
    ])
    await get(`/booking/${id}`, ann.bearer)
    await get(`/booking?patient=${ann.email}`, ann.bearer)
    await get(`/booking?patient=${desk.staff.admin.email}`)
    expect(await desk.trail('read-appointment')).toEqual(recorded)
  })
})
