import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MonthOverview, NextFree } from '#contract/calendar/month.ts'
import type { VisitReason } from '#contract/calendar/visit-reason.ts'
import type { Offer } from '#contract/offer.ts'
import type { SoonTime } from '#contract/soon.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { addDoctor } from '#server/testing/calendar/doctors.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'

// A Tuesday, 10:00 AM at the clinic.
const now = new Date('2026-03-10T14:00:00Z')
const unknown = '00000000-0000-4000-8000-000000000000'
let server: TestApp
let offer: Offer
let [holm, brandt]: string[] = []

beforeAll(async () => {
  server = await openTestApp({ clock: () => now })
  const { db } = server.database
  holm = await addDoctor(db, { name: 'Dr. Ida Holm', specialty: 'Teeth Cleaning' })
  brandt = await addDoctor(db, { name: 'Dr. Oskar Brandt', specialty: 'Oral Surgery', mornings: true })
  await server.heard()
  offer = (await server.app.inject('/offer')).json()
})
afterAll(() => server.close())

const idOf = (treatment: string) => offer.treatments.find(({ name }) => name === treatment)?._id ?? ''
const get = (url: string, query: Record<string, string>) => server.app.inject({ url, query })
const soon = async (query: Record<string, string> = {}): Promise<SoonTime[]> =>
  (await get('/available/soon', query)).json()
const timesOf = (times: SoonTime[]) => times.map(({ date, slot }) => `${date}, ${slot.slice(0, 8)}`)

it('offers each treatment with its sentence, minutes, reasons and dentists', () => {
  expect(offer.treatments.find(({ name }) => name === 'Teeth Cleaning')).toEqual({
    _id: expect.any(String),
    name: 'Teeth Cleaning',
    price: 59,
    minutes: 30,
    description: 'A check of all your teeth, then we remove plaque and tartar.',
    reasons: ['check-up'],
    doctorIds: [holm],
  })
  // The picture is hosted elsewhere, where public pages load none.
  expect(offer.doctors).toEqual([
    { _id: holm, name: 'Dr. Ida Holm', img: '', specialty: 'Teeth Cleaning', languages: '', sentence: '' },
    { _id: brandt, name: 'Dr. Oskar Brandt', img: '', specialty: 'Oral Surgery', languages: '', sentence: '' },
  ])
})

it('answers 304 to those who know the offer, until staff change a text', async () => {
  const { etag = '' } = (await server.app.inject('/offer')).headers
  const known = { url: '/offer', headers: { 'if-none-match': String(etag) } }
  expect((await server.app.inject(known)).statusCode).toBe(304)
  const staff = await openTestStaff(server)
  const doctor = {
    ...{
      name: 'Dr. Ida Holm',
      treatmentIds: [idOf('Teeth Cleaning')],
      specialtyId: idOf('Teeth Cleaning'),
      week: null,
    },
    ...{ languages: 'English, Danish', sentence: 'Takes her time.' },
  }
  await staff.change({ kind: 'change-doctor', doctorId: holm ?? '', doctor })
  const changed = await server.app.inject(known)
  expect([changed.statusCode, changed.json<Offer>().doctors[0]]).toEqual([
    200,
    expect.objectContaining({ languages: 'English, Danish', sentence: 'Takes her time.' }),
  ])
  // A program that does not know the texts keeps them.
  const { languages: _languages, sentence: _sentence, ...before } = doctor
  await staff.change({ kind: 'change-doctor', doctorId: holm ?? '', doctor: before })
  expect((await server.app.inject('/offer')).json<Offer>().doctors[0]).toMatchObject({ languages: 'English, Danish' })
})

it('finds the next three free times of a treatment over all days, for any dentist or one, and for a reason', async () => {
  const whitening = await soon({ treatment: idOf('Teeth Whitening') })
  expect(timesOf(whitening)).toEqual(['Mar 10, 2026, 10.30 AM', 'Mar 10, 2026, 11.00 AM', 'Mar 10, 2026, 11.30 AM'])
  const surgery = await soon({ treatment: idOf('Oral Surgery'), doctor: brandt ?? '' })
  expect(surgery).toHaveLength(3)
  expect(surgery.every(({ treatmentId }) => treatmentId === idOf('Oral Surgery'))).toBe(true)
  const [child] = await soon({ reason: 'child' })
  expect(child?.treatmentId).toBe(idOf('Pediatric Dental'))
})

it('finds one time of each treatment that helps, with the dentists who are free then', async () => {
  const helping = (reason: VisitReason) =>
    offer.treatments.filter(({ reasons }) => reasons.includes(reason)).map(({ _id }) => _id)
  expect(helping('pain').length).toBeGreaterThan(1)
  const pain = await soon({ reason: 'pain' })
  expect(pain.map(({ treatmentId }) => treatmentId).toSorted()).toEqual(helping('pain').toSorted())
  const dentistsOf = (treatment: string) => pain.find(({ treatmentId }) => treatmentId === idOf(treatment))?.doctorIds
  expect(dentistsOf('Oral Surgery')).toEqual([brandt])
  // The clinic chooses who fills cavities.
  expect(dentistsOf('Cavity Filling')).toEqual([])
  // One time, although the dentist performs only one of them.
  expect((await soon({ reason: 'pain', doctor: brandt ?? '' })).map(({ treatmentId }) => treatmentId)).toEqual([
    idOf('Oral Surgery'),
  ])
})

it('finds later and later times of other treatments if nothing is asked for', async () => {
  const any = await soon()
  expect(timesOf(any)).toEqual(['Mar 10, 2026, 10.30 AM', 'Mar 10, 2026, 11.00 AM', 'Mar 10, 2026, 11.30 AM'])
  expect(new Set(any.map(({ treatmentId }) => treatmentId)).size).toBe(3)
  // A dentist with one treatment: three times of it.
  expect(timesOf(await soon({ doctor: holm ?? '' }))).toHaveLength(3)
})

it('finds times from a day on, and today’s for a day that has passed', async () => {
  const first = async (query: Record<string, string>) => timesOf(await soon(query))[0]
  const surgery = { treatment: idOf('Oral Surgery') }
  expect(await first({ ...surgery, date: 'Mar 20, 2026' })).toBe('Mar 20, 2026, 08.00 AM')
  expect(await first({ ...surgery, date: 'Mar 2, 2026' })).toBe(await first(surgery))
  expect(await first({ date: 'Mar 20, 2026' })).toBe('Mar 20, 2026, 08.00 AM')
  expect(await first({ reason: 'pain', date: 'Mar 20, 2026' })).toBe('Mar 20, 2026, 08.00 AM')
  // Past the horizon.
  expect(await soon({ ...surgery, date: 'Mar 20, 2028' })).toEqual([])
})

it('goes on to the next day where a day has too few times', async () => {
  const staff = await openTestStaff(server)
  const periods = [{ from: 8 * 60, until: 9 * 60 }]
  await staff.change({ kind: 'set-day', day: { date: 'Apr 20, 2026', note: '', periods } })
  expect(timesOf(await soon({ date: 'Apr 20, 2026' }))).toEqual([
    ...['Apr 20, 2026, 08.00 AM', 'Apr 20, 2026, 08.30 AM', 'Apr 21, 2026, 08.00 AM'],
  ])
})

it('goes on to the next day when a booking takes a time', async () => {
  const [first] = await soon({ reason: 'child' })
  if (!first) throw new Error('nothing is free')
  const ann = await server.person()
  const booked = await server.app.inject({
    method: 'POST',
    url: '/booking',
    headers: { origin: server.origin, ...ann.bearer },
    payload: { ...first, price: 199, patient: ann.email },
  })
  expect(booked.statusCode).toBe(201)
  expect(timesOf(await soon({ reason: 'child' }))[0]).toBe('Mar 10, 2026, 11.00 AM')
})

it('names the dentist of a booking to its owner', async () => {
  const ann = await server.person()
  const [time] = await soon({ doctor: holm ?? '' })
  const payload = { ...time, price: 59, patient: ann.email, doctor: holm }
  const headers = { origin: server.origin, ...ann.bearer }
  const made = await server.app.inject({ method: 'POST', url: '/booking', headers, payload })
  expect(made.json().booking).toMatchObject({ doctor: 'Dr. Ida Holm', doctorId: holm })
})

it('calls a day full on which a dentist or a treatment has nothing free', async () => {
  const staff = await openTestStaff(server)
  const absence = { firstDay: 'Mar 20, 2026', lastDay: 'Mar 20, 2026', note: '' }
  await staff.change({ kind: 'add-absence', doctorId: holm ?? '', absence })
  const stateOn = async (query: Record<string, string>) => {
    const { days }: MonthOverview = (await get('/available/month', { month: '2026-03', ...query })).json()
    return days.find(({ date }) => date === 'Mar 20, 2026')?.state
  }
  expect(await stateOn({})).toBe('open')
  expect(await stateOn({ doctor: holm ?? '' })).toBe('full')
  expect(await stateOn({ treatment: idOf('Teeth Cleaning') })).toBe('full')
  expect(await stateOn({ treatment: idOf('Oral Surgery') })).toBe('open')
  const next = async (query: Record<string, string>): Promise<NextFree[]> =>
    (await get('/available/next', { date: 'Mar 20, 2026', ...query })).json()
  expect(await next({ doctor: holm ?? '' })).toMatchObject([{ name: 'Teeth Cleaning', date: 'Mar 21, 2026' }])
  expect(await next({ treatment: idOf('Oral Surgery') })).toMatchObject([{ date: 'Mar 20, 2026' }])
})

it('finds nothing for an unknown treatment or dentist, and for a treatment of another dentist', async () => {
  for (const query of [{ treatment: unknown }, { doctor: unknown }]) {
    expect(await soon(query)).toEqual([])
    const { days }: MonthOverview = (await get('/available/month', { month: '2026-05', ...query })).json()
    expect(new Set(days.map(({ state }) => state))).toEqual(new Set(['full']))
    expect((await get('/available/next', { date: 'May 1, 2026', ...query })).json()).toEqual([])
  }
  expect(await soon({ treatment: idOf('Oral Surgery'), doctor: holm ?? '' })).toEqual([])
})

it.each([
  ['/available/soon', { treatment: 'Teeth Cleaning' }, 'treatment'],
  ['/available/soon', { doctor: '1' }, 'doctor'],
  ['/available/soon', { reason: 'boredom' }, 'reason'],
  ['/available/soon', { date: '2026-03-20' }, 'date'],
  ['/available/month', { month: '2026-05', doctor: '1' }, 'doctor'],
  ['/available/next', { date: 'May 1, 2026', treatment: '' }, 'treatment'],
])('%s refuses the query %j and names the field', async (url, query, field) => {
  const refused = await get(url, query)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
})
