import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Treatment } from '#contract/treatment.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinicPolicy } from '#server/database/schema/calendar.ts'
import { treatment } from '#server/database/schema/treatment.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { freshDatabase } from '#server/testing/database.ts'

const date = 'May 4, 2026'
const [eight, nine] = ['08.00 AM - 08.30 AM', '09.00 AM - 09.30 AM']
const cleaning = 'Teeth Cleaning'
const closed = { code: 'online-closed', status: 409, success: false, booking: { date, slot: eight } }

let server: TestApp
let staff: TestStaff
let ann: Awaited<ReturnType<TestApp['person']>>
let own: Treatment
beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  ann = await server.person()
  own = (await staff.treatments()).find(({ name }) => name === cleaning) as Treatment
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.db.delete(booking)
  await server.heard()
  await setOnline(true)
  await staff.change({ kind: 'set-online-booking', open: true })
})

const get = async (url: string, query: Record<string, string> = {}) => (await server.app.inject({ url, query })).json()
const book = (slot: string) => staff.book({ treatment: cleaning, date, slot }, Promise.resolve(ann))
const listOwn = async () =>
  (await server.app.inject({ url: '/booking', query: { patient: ann.email }, headers: ann.bearer })).json()
const move = (id: string, slot: string) =>
  server.app.inject({ method: 'PATCH', url: `/booking/${id}/time`, headers: ann.bearer, payload: { date, slot } })
const bookFor = (slot: string) =>
  staff.bookFor({
    requestId: crypto.randomUUID(),
    patient: { id: ann.patientId },
    phone: '212 555 0142',
    ...{ treatmentId: own._id, date, slot },
  })

/** Has only the desk book cleanings, or patients too. */
async function setOnline(online: boolean) {
  const { treatments } = await staff.calendar()
  const { _id, retired: _, ...treatment } = treatments.find(({ name }) => name === cleaning) ?? {}
  await staff.change({ kind: 'change-treatment', treatmentId: _id ?? '', treatment: { ...treatment, online } as never })
}

/** What patients find of cleanings: in the free times of a day, those of all days, and the list to choose from. */
const found = async () => {
  const names = (list: { name?: string; treatmentId?: string; _id?: string }[]) =>
    list.filter((each) => [each.name, each.treatmentId, each._id].some((is) => is === cleaning || is === own._id))
      .length
  const [available, next, soon, offer, doctors, month] = await Promise.all([
    get('/available', { date }),
    get('/available/next', { date }),
    get('/available/soon'),
    get('/offer'),
    get('/available/doctors', { date, treatment: own._id }),
    get('/available/month', { month: '2026-05', treatment: own._id }),
  ])
  return {
    ...{ available: names(available), next: names(next), soon: names(soon), offer: names(offer.treatments) },
    doctors: doctors.length,
    open: month.days.filter(({ state }: { state: string }) => state === 'open').length,
    others: available.length - names(available),
  }
}
const all = { available: 1, next: 1, soon: 1, offer: 1, doctors: 0, open: 31, others: 8 }
const nothing = { available: 0, next: 0, soon: 0, offer: 0, doctors: 0, open: 0 }

describe.each([
  ['online booking is closed', () => staff.change({ kind: 'set-online-booking', open: false }), 0],
  ['only the desk books a treatment', () => setOnline(false), 8],
] as const)('while %s', (_case, close, others) => {
  it('patients find no times, and can’t book or move', async () => {
    expect(await found()).toEqual(all)
    const { _id } = (await book(eight)).json().booking
    expect((await listOwn())[0].changes).not.toHaveProperty('movesByPhone')
    await close()
    expect(await found()).toEqual({ ...nothing, others })
    const refused = await book(eight)
    expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining(closed)])
    const moved = await move(_id, nine)
    expect([moved.statusCode, moved.json().code]).toEqual([409, 'online-closed'])
    expect((await get('/service')).map(({ name }: Treatment) => name)).toContain(cleaning)
  })

  it('patients see and cancel their appointments, and staff book as always', async () => {
    const { _id } = (await book(eight)).json().booking
    await close()
    expect(await listOwn()).toMatchObject([{ _id, changes: { state: 'changeable', movesByPhone: true } }])
    const cancel = {
      method: 'POST',
      url: `/booking/${_id}/cancel`,
      headers: ann.bearer,
      payload: { reason: 'ill' },
    } as const
    expect((await server.app.inject(cancel)).statusCode).toBe(200)
    const made = await bookFor(eight)
    expect(made.statusCode).toBe(201)
    const id = made.json().booking._id
    expect((await staff.moveTo(id, { date, slot: nine })).statusCode).toBe(200)
    const times = await server.app.inject({
      url: '/desk/times',
      query: { date, treatment: own._id },
      headers: staff.admin.bearer,
    })
    expect(times.json().length).toBeGreaterThan(10)
  })

  it('patients join no waiting list, and staff put callers on it', async () => {
    await close()
    const wish = { treatmentId: own._id, weekdays: [1], from: 480, until: 1_020, lastDay: 'May 29, 2026' }
    const join = (url: string, headers: object, more: object) =>
      server.app.inject({ method: 'POST', url, headers: { ...headers }, payload: { ...wish, ...more } })
    const refused = await join('/waiting-list', ann.bearer, {})
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'online-closed'])
    const caller = { requestId: crypto.randomUUID(), patient: { id: ann.patientId } }
    expect((await join('/desk/waiting-list', staff.admin.bearer, caller)).statusCode).toBe(201)
  })
})

it('a booking by an instance that has not heard of it is refused, and one made before stays', async () => {
  // Its notifications are late.
  const other = await openTestApp({ database: server.database })
  const elsewhere = await openTestStaff(other)
  const bookElsewhere = (slot: string) => elsewhere.book({ treatment: cleaning, date, slot }, Promise.resolve(ann))
  expect((await bookElsewhere(eight)).statusCode).toBe(201)
  await staff.change({ kind: 'set-online-booking', open: false })
  const refused = await bookElsewhere(nine)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'online-closed'])
  expect(await server.database.db.$count(booking)).toBe(1)
  await other.close()
})

it('an admin opens and closes it, which the audit trail says, and no booking rule that is saved changes it', async () => {
  await staff.change({ kind: 'set-online-booking', open: false })
  const { policy } = await staff.calendar()
  expect(policy.onlineBooking).toBe(false)
  const { onlineBooking: _, ...numbers } = policy
  await staff.change({ kind: 'set-policy', policy: { ...numbers, maxUpcoming: 7 } })
  expect((await staff.calendar()).policy).toMatchObject({ onlineBooking: false, maxUpcoming: 7 })
  await staff.change({ kind: 'set-online-booking', open: true })
  const { entries } = (await server.app.inject({ url: '/audit', headers: staff.admin.bearer })).json()
  const recorded = entries.slice(0, 3).map(({ action, target }: { action: string; target: string }) => [action, target])
  expect(recorded).toEqual([
    ['set-policy', 'online booking is open'],
    ['set-policy', 'booking rules'],
    ['set-policy', 'online booking is closed'],
  ])
  await staff.change({ kind: 'set-policy', policy: numbers })
})

it.each([
  ['off', 'no treatments', false],
  ['off', 'treatments', true],
  ['on', 'no treatments', true],
] as const)(
  'after a first start with DEMO=%s and %s it is open: %j, and later as it was left',
  async (demo, has, isOpen) => {
    const database = await freshDatabase()
    if (has === 'no treatments') await database.db.delete(treatment)
    const start = () => openTestApp({ database, env: { DEMO: demo } })
    const read = async () => (await database.db.select().from(clinicPolicy))[0]?.onlineBooking
    await (await start()).close()
    expect(await read()).toBe(isOpen)
    await database.db.update(clinicPolicy).set({ onlineBooking: !isOpen })
    await (await start()).close()
    expect(await read()).toBe(!isOpen)
    await database.close()
  },
)
