import { and, eq, inArray, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AttentionItem, MovePlan, PatientCall } from '#contract/calendar/attention.ts'
import type { ManyResolutionsInput } from '#contract/calendar/resolution.ts'
import { appointmentNotice, patientCall } from '#server/database/schema/booking.ts'
import { patient, patientUser } from '#server/database/schema/patient.ts'
import { date, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk()
})
afterAll(() => desk.server.close())
beforeEach(async () => {
  await desk.reset()
  const { absences = [] } = (await desk.staff.calendar()).doctors.find(({ _id }) => _id === desk.ida) ?? {}
  for (const { _id } of absences) await desk.staff.change({ kind: 'remove-absence', absenceId: _id })
  const { db } = desk.server.database
  await db.delete(appointmentNotice)
  await db.delete(patientCall)
})

const request = async <Answer>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object): Promise<Answer> => {
  const response = await desk.server.app.inject({
    method,
    url,
    headers: desk.staff.admin.bearer,
    ...(payload && { payload }),
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json()
}
const attention = () => request<AttentionItem[]>('GET', '/calendar/attention')
const calls = () => request<{ open: PatientCall[]; called: PatientCall[] }>('GET', '/desk/calls')
const resolveMany = (payload: ManyResolutionsInput) =>
  request<{ results: { _id: string; done: boolean; problem?: string }[]; needAttention: number }>(
    'POST',
    '/calendar/attention',
    payload,
  )
const shown = (items: AttentionItem[]) => items.map(({ _id, date, slot }) => ({ _id, date, slot }))

/** Books `count` appointments with Ida that day, at which Oskar is busy too; every fifth patient has no email, and
 *  every seventh wants to be called. Then Ida is ill. Returns what needs attention. */
async function fallIll(count: number): Promise<AttentionItem[]> {
  const { db } = desk.server.database
  const slots = (await desk.staff.freeSlots(date, 'Teeth Cleaning')).slice(0, count)
  for (const [n, slot] of slots.entries()) {
    const person = await desk.server.person({ name: `Patient ${n}` })
    await desk.book({ slot, doctor: desk.ida, person: Promise.resolve(person) })
    await desk.book({ slot, doctor: desk.oskar })
    if (n % 7 === 1) await db.update(patient).set({ contact: 'phone' }).where(eq(patient.id, person.patientId))
    if (n % 5 !== 0) continue
    await db.delete(patientUser).where(eq(patientUser.patientId, person.patientId))
    await db.update(patient).set({ email: null }).where(eq(patient.id, person.patientId))
  }
  const absence = { firstDay: date, lastDay: date, note: 'Ill' }
  await desk.staff.change({ kind: 'add-absence', doctorId: desk.ida, absence })
  return attention()
}

/** Returns the notices of these appointments, each of which becomes one email (notice.engine.test.ts), and whom to
 *  call. */
async function told(items: readonly AttentionItem[]) {
  const ids = items.map(({ _id }) => _id)
  const notices = await desk.server.database.db
    .select()
    .from(appointmentNotice)
    .where(and(inArray(appointmentNotice.bookingId, ids), ne(appointmentNotice.kind, 'booked')))
  return { notices, open: (await calls()).open }
}

it('a dentist who is ill in the morning: all are moved to the best free times in one go, and nobody is untold', async () => {
  const items = await fallIll(16)
  expect(items).toHaveLength(16)
  expect(items.filter(({ reach }) => reach.by === 'call').map(({ patientName }) => patientName)).toEqual([
    'Patient 0',
    'Patient 1',
    'Patient 5',
    'Patient 8',
    'Patient 10',
    'Patient 15',
  ])
  const plan = await request<MovePlan>('POST', '/calendar/attention/plan', { ids: items.map(({ _id }) => _id) })
  expect(plan.map(({ to }) => to?.date)).toEqual(items.map(() => 'May 5, 2026'))
  // Each keeps its time and its dentist, who is back.
  expect(plan.map(({ to }) => to?.slot)).toEqual(items.map(({ slot }) => slot))
  expect(new Set(plan.map(({ to }) => to?.doctor?.name))).toEqual(new Set(['Ida']))

  const toOf = new Map(plan.map(({ _id, to }) => [_id, to && { date: to.date, slot: to.slot, doctor: to.doctor?._id }]))
  const body: ManyResolutionsInput = {
    action: 'move',
    appointments: shown(items).map((each) => ({ ...each, to: toOf.get(each._id) })),
    message: 'Dr. Ida is ill today. We are sorry.',
  }
  // Two desks at it.
  const answers = await Promise.all([resolveMany(body), resolveMany(body)])
  expect(answers.flatMap(({ results }) => results.filter(({ done }) => done))).toHaveLength(16)
  const late = answers.flatMap(({ results }) => results.filter(({ done }) => !done))
  expect(new Set(late.map(({ problem }) => problem))).toEqual(
    new Set(['Somebody else has moved, kept or cancelled this appointment meanwhile.']),
  )
  expect(await attention()).toEqual([])

  const { notices, open } = await told(items)
  const called = new Set(open.map(({ patientName }) => patientName))
  for (const { _id, patientName, patient: address, reach } of items) {
    const own = notices.filter(({ bookingId }) => bookingId === _id)
    expect(own.map(({ kind, message }) => [kind, message])).toEqual([['moved', 'Dr. Ida is ill today. We are sorry.']])
    expect(address !== '' || called.has(patientName), patientName).toBe(true)
    expect(called.has(patientName), patientName).toBe(reach.by === 'call')
  }
  expect(open[0]).toMatchObject({
    ...{ kind: 'moved', date: 'May 5, 2026', from: { date }, message: 'Dr. Ida is ill today. We are sorry.' },
  })
})

it('asks patients to choose another time once, and says who was asked and when', async () => {
  const items = await fallIll(6)
  const body = { action: 'ask', appointments: shown(items), message: '' } as const
  await resolveMany(body)
  await resolveMany(body)
  const { notices, open } = await told(items)
  expect(notices.map(({ kind }) => kind)).toEqual(Array(6).fill('choose'))
  expect(open.map(({ patientName, kind }) => `${patientName} ${kind}`)).toEqual([
    'Patient 0 choose',
    'Patient 1 choose',
    'Patient 5 choose',
  ])
  const asked = await attention()
  expect(asked).toHaveLength(6)
  expect(asked.every(({ askedAt }) => askedAt !== undefined)).toBe(true)
})

it('cancels several, and leaves alone what was moved meanwhile', async () => {
  const items = await fallIll(3)
  const [first] = items
  const to = { date: 'May 6, 2026', slot: first?.slot ?? '', from: { date, slot: first?.slot } }
  expect((await desk.staff.moveTo(first?._id ?? '', to)).statusCode).toBe(200)
  const { results, needAttention } = await resolveMany({ action: 'cancel', appointments: shown(items), message: 'Ill' })
  expect(results.map(({ done }) => done)).toEqual([false, true, true])
  expect(needAttention).toBe(0)
  const { notices } = await told(items)
  const cancelled = notices.filter(({ kind }) => kind === 'cancelled')
  expect(cancelled.map(({ message }) => message)).toEqual(['Ill', 'Ill'])
})

it('notes who called a patient and when, once, and takes it back', async () => {
  const items = await fallIll(1)
  await resolveMany({ action: 'cancel', appointments: shown(items) })
  const [call] = (await calls()).open
  const mark = (called: boolean) =>
    desk.server.app.inject({
      ...{ method: 'PATCH', url: `/desk/calls/${call?._id}`, headers: desk.staff.admin.bearer, payload: { called } },
    })
  const both = await Promise.all([mark(true), mark(true)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
  expect(await calls()).toMatchObject({ open: [], called: [{ calledBy: desk.staff.admin.email, kind: 'cancelled' }] })
  expect((await mark(false)).statusCode).toBe(200)
  expect((await calls()).open).toHaveLength(1)
  expect((await desk.trail('list-calls'))[0]).toBe('the patients to call')
  expect((await desk.trail('call-patient'))[0]).toContain('Teeth Cleaning of Patient 0')
})

const unknown = '00000000-0000-4000-8000-000000000000'

it.each<[string, object, string]>([
  ['nobody', { action: 'ask', appointments: [] }, 'appointments'],
  [
    'a move without a place',
    { action: 'move', appointments: [{ _id: unknown, date, slot: '08.00 AM - 08.30 AM' }] },
    'appointments',
  ],
  [
    'a long message',
    { action: 'ask', appointments: [{ _id: unknown, date, slot: '08.00 AM - 08.30 AM' }], message: 'x'.repeat(501) },
    'message',
  ],
])('refuses %s', async (_what, payload, field) => {
  const response = await desk.server.app.inject({
    ...{ method: 'POST', url: '/calendar/attention', headers: desk.staff.admin.bearer, payload },
  })
  expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, [field]])
})
