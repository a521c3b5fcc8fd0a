import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { treatingRoles } from '#contract/access/roles.ts'
import { booking } from '#server/database/schema/booking.ts'
import { patient } from '#server/database/schema/patient.ts'
import { date, nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

// What whoever treats a patient must know, and nobody else learns.

type Person = Awaited<ReturnType<TestDesk['server']['person']>>

let desk: TestDesk
let ann: Person
beforeAll(async () => {
  desk = await openTestDesk()
  ann = await desk.server.person({ name: 'Ann Able' })
  const known = { alerts: 'Penicillin\nNeeds an interpreter', notes: 'Sings', birthDate: '1980-01-31' } as const
  await desk.server.database.db.update(patient).set(known).where(eq(patient.id, ann.patientId))
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const get = (url: string, { bearer }: Pick<Person, 'bearer'> = desk.staff.admin) =>
  desk.server.app.inject({ url, headers: bearer })
const factsOf = (id: string, by?: Pick<Person, 'bearer'>) => get(`/desk/appointments/${id}/patient`, by)
const bookAnn = (wish: object) => desk.book({ person: Promise.resolve(ann), ...wish })

/** Books three cleanings of Ann: one that is done, one today and one to come. */
async function bookThree() {
  const past = await bookAnn({ date: 'May 4, 2026', doctor: desk.oskar })
  const today = await bookAnn({ date: 'May 5, 2026', doctor: desk.ida })
  const next = await bookAnn({ date: 'May 6, 2026', doctor: desk.oskar, slot: nine })
  desk.clock.now = new Date('2026-05-05T12:05:00Z')
  await desk.server.database.db.update(booking).set({ status: 'done' }).where(eq(booking.id, past))
  return { past, today, next }
}

describe('the facts of an appointment', () => {
  it('are age, alerts, notes, past and next visits, what is owed, and how to reach the patient', async () => {
    const { today } = await bookThree()
    expect((await factsOf(today)).json()).toEqual({
      ...{ birthDate: '1980-01-31', alerts: ['Penicillin', 'Needs an interpreter'], notes: 'Sings' },
      past: [{ date: 'May 4, 2026', slot: expect.any(String), treatment: 'Teeth Cleaning', doctor: 'Oskar' }],
      next: { date: 'May 6, 2026', slot: nine, treatment: 'Teeth Cleaning', doctor: 'Oskar' },
      // The one that is done, and the one that has begun.
      owed: 2 * 59,
      means: {
        ...{ phones: ['1'], email: ann.email, emailConfirmed: true, contact: 'email' },
        accounts: [{ name: 'Ann Able', email: ann.email, relation: 'self' }],
      },
    })
    expect(await desk.trail('read-patient')).toContain('Ann Able, from an appointment')
  })

  it('name the account that brings a child', async () => {
    const added = await desk.server.app.inject({
      ...{ method: 'POST', url: '/desk/patients', headers: desk.staff.admin.bearer },
      payload: { fields: { name: 'Kim Able' }, requestId: crypto.randomUUID() },
    })
    const id = added.json()._id
    await desk.server.app.inject({
      ...{ method: 'POST', url: `/desk/patients/${id}/accounts`, headers: desk.staff.admin.bearer },
      payload: { email: ann.email, relation: 'child', reason: 'She is her mother' },
    })
    const [cleaning] = (await desk.staff.treatments()).filter(({ name }) => name === 'Teeth Cleaning')
    const booked = await desk.server.app.inject({
      ...{ method: 'POST', url: '/desk/appointments', headers: desk.staff.admin.bearer },
      payload: {
        ...{ patient: { id }, phone: '', treatmentId: cleaning?._id, date, slot: nine },
        requestId: crypto.randomUUID(),
      },
    })
    const facts = (await factsOf(booked.json().booking._id)).json()
    expect(facts.means.accounts).toEqual([{ name: 'Ann Able', email: ann.email, relation: 'child' }])
  })
})

describe.each(treatingRoles)('a %s', (role) => {
  it('reads those of the own appointments, without money and without how to reach the patient', async () => {
    const treating = await desk.server.person({ role, doctorId: desk.ida })
    const { past, today, next } = await bookThree()
    const facts = (await factsOf(today, treating)).json()
    expect(facts).toMatchObject({
      alerts: ['Penicillin', 'Needs an interpreter'],
      notes: 'Sings',
      birthDate: '1980-01-31',
    })
    expect(facts.past).toHaveLength(1)
    expect(Object.keys(facts).filter((name) => ['owed', 'means'].includes(name))).toEqual([])
    const unknown = await factsOf('00000000-0000-4000-8000-000000000000', treating)
    for (const other of [past, next]) {
      const answer = await factsOf(other, treating)
      expect([answer.statusCode, answer.json().detail]).toEqual([404, unknown.json().detail])
    }
  })

  it('reads no facts of a patient whose appointment is cancelled', async () => {
    const treating = await desk.server.person({ role, doctorId: desk.ida })
    const { today } = await bookThree()
    await desk.cancel(today)
    expect((await factsOf(today, treating)).statusCode).toBe(404)
    expect((await factsOf(today)).statusCode).toBe(200)
  })

  it('sees the alerts of the own day and week', async () => {
    const treating = await desk.server.person({ role, doctorId: desk.ida })
    await bookThree()
    for (const url of ['/desk/day?date=May%205%2C%202026', '/desk/week?date=May%205%2C%202026']) {
      const body = (await get(url, treating)).json()
      const all: { alerts?: string[]; doctor: string }[] =
        body.appointments ?? body.days.flatMap((day: { appointments: object[] }) => day.appointments)
      const shown = all.filter(({ alerts }) => alerts !== undefined)
      expect(shown.map(({ alerts, doctor }) => [alerts, doctor])).toEqual([
        [['Penicillin', 'Needs an interpreter'], 'Ida'],
      ])
    }
  })
})

it('an accountant and a patient read none of it; the desk sees alerts in the day, and after a change', async () => {
  const { today } = await bookThree()
  const accountant = await desk.server.person({ role: 'accountant' })
  for (const caller of [accountant, ann])
    for (const url of [`/desk/appointments/${today}/patient`, '/desk/day?date=May%205%2C%202026'])
      expect((await get(url, caller)).statusCode).toBe(403)
  expect((await get(`/booking?patient=${ann.email}`, ann)).body).not.toMatch(/Penicillin|Sings/)
  expect((await desk.onDay(today, 'May 5, 2026'))?.alerts).toEqual(['Penicillin', 'Needs an interpreter'])
  expect((await desk.mark(today, 'booked', 'arrived')).json().appointment.alerts).toContain('Penicillin')
})
