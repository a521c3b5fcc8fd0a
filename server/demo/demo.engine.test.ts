import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { DeskDay } from '#contract/desk/day.ts'
import type { Till } from '#contract/desk/till.ts'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { dayClock } from '#server/calendar/rules/day-clock.ts'
import { selectRows } from '#server/database/rows.ts'
import { foldChanges } from '#server/report/store.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff } from '#server/testing/calendar/staff.ts'

const timeZone = 'America/New_York'
const today = clinicToday(new Date(), timeZone)
const now = new Date(dayClock(today, timeZone).instantOf(11 * 60 + 40))
const env = { DEMO: 'on', CLINIC_HOURS: 'Mo-Su 08:00-17:00' }
let server: TestApp
let staff: Awaited<ReturnType<typeof openTestStaff>>
beforeAll(async () => {
  server = await openTestApp({ env, clock: () => now })
  staff = await openTestStaff(server)
})
afterAll(() => server.close())
afterEach(() => send('DELETE', '/demo'))

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: staff.admin.bearer, ...(payload && { payload }) })
const get = async <Answer>(url: string): Promise<Answer> => (await send('GET', url)).json()
const readDay = () => get<DeskDay>(`/desk/day?date=${encodeURIComponent(formatMediumDate(today))}`)
const select = <Row>(query: SQL) => selectRows<Row>(server.database.db, query)
const figures = () => select(sql`select * from report_figure where amount <> 0 order by day, figure, key`)
const expected = ({ methods }: Till) => methods.reduce((sum, method) => sum + method.expected, 0)

/** Returns the number of rows of each table but those that jobs write, the till, and the sums of the reports. */
async function readAll() {
  await foldChanges(server.database.db)
  const tables = await select<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('audit', 'mail', 'report_figure', 'report_month', 'waiting_state') order by 1`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables)
    counts.set(
      name,
      (await select<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(name)}`))[0]?.n ?? 0,
    )
  return { counts: Object.fromEntries(counts), till: await select(sql`select * from till`), figures: await figures() }
}

/** Books for a patient at the first time that is free today. */
async function bookFor(patientId: string) {
  const date = formatMediumDate(today)
  const [treatment] = await staff.treatments()
  const slot = (await staff.freeSlots(date, treatment?.name ?? '')).at(-1)
  const payload = { date, treatmentId: treatment?._id, slot, phone: '212 555 0100' }
  return staff.bookFor({ patient: { id: patientId }, requestId: crypto.randomUUID(), ...payload })
}

it('fills the day, the till, the lists and the reports, which all say the same', async () => {
  expect((await staff.calendar()).needAttention).toBe(0)
  const filled = await send('POST', '/demo')
  expect(filled.statusCode, filled.body).toBe(200)
  const { patients, appointments, payments } = filled.json()
  expect([patients, appointments > 120, payments > 60]).toEqual([64, true, true])
  expect(await get('/demo')).toEqual({ patients, appointments, payments })
  const misdated = sql`select count(*)::int as wrong from booking join payment on payment.booking_id = booking.id
    where booking.paid_at < payment.taken_at or booking.paid_at > payment.taken_at + interval '1 day'`
  expect(await select(misdated)).toEqual([{ wrong: 0 }])

  const day = await readDay()
  const statuses = Map.groupBy(day.appointments, ({ status }) => status)
  expect(statuses.get('done')?.length).toBeGreaterThan(4)
  expect(statuses.get('arrived')?.length).toBeGreaterThan(0)
  expect(statuses.get('booked')?.length).toBeGreaterThan(2)
  const [counted] = await select<Record<string, number>>(sql`
    select count(*) filter (where status = 'no-show')::int as missed,
      count(*) filter (where status = 'booked' and date < ${today})::int as unmarked,
      count(*) filter (where status = 'done' and received = 0)::int as unpaid,
      count(*) filter (where received > 0 and owed > 0)::int as part,
      count(*) filter (where status = 'booked' and starts_at < ${now} and ends_at > ${now})::int as late,
      count(*) filter (where date > ${today})::int > 40 as ahead
    from booking`)
  expect(counted).toEqual({ missed: 2, unmarked: 2, unpaid: 1, part: 1, late: 1, ahead: true })
  expect((await staff.calendar()).needAttention).toBe(1)
  expect(await get<unknown[]>('/desk/waiting-list')).toHaveLength(3)

  const [sums] = await select<{ all: number; open: number }>(sql`
    select sum(amount)::int as all, sum(amount) filter (where day > closed_through)::int as open from payment, till`)
  expect(expected(await get<Till>('/desk/till')) * 100).toBe(sums?.open)
  const [closed] = await select(sql`select sum(value::int)::int as sum from day_close, jsonb_each_text(expected)`)
  expect(closed).toEqual({ sum: (sums?.all ?? 0) - (sums?.open ?? 0) })
  await foldChanges(server.database.db)
  const [taken] = await select(sql`select sum(amount)::int as sum from report_figure where figure = 'taken-by-method'`)
  expect(taken).toEqual({ sum: sums?.all })
  const noted = await figures()
  await server.database.db.execute(sql`select rebuild_reports()`)
  expect(noted).toEqual(await figures())
})

it('two presses at once fill it once, and two take it away once', async () => {
  const statuses = async (method: 'POST' | 'DELETE') =>
    (await Promise.all([send(method, '/demo'), send(method, '/demo')])).map(({ statusCode }) => statusCode).sort()
  expect(await statuses('POST')).toEqual([200, 409])
  expect((await get<{ patients: number }>('/demo')).patients).toBe(64)
  expect(await statuses('DELETE')).toEqual([200, 409])
  expect(await get('/demo')).toEqual({ patients: 0, appointments: 0, payments: 0 })
})

it('takes away what people have done with it, and leaves what is real', async () => {
  const ann = await server.person()
  const real = (await bookFor(ann.patientId)).json().booking
  expect((await pay(real._id, 20)).statusCode).toBe(200)
  const before = await readAll()
  await send('POST', '/demo')
  const [one] = await select<{ id: string }>(sql`select id from patient where email = 'mia.keller@example.com'`)
  const booked = await bookFor(one?.id ?? '')
  expect(booked.statusCode, booked.body).toBe(201)
  const { _id } = booked.json().booking
  expect((await pay(_id, 30)).statusCode).toBe(200)
  const refunded = await send('POST', `/desk/appointments/${_id}/refund`, {
    ...{ amount: 10, note: 'Too much', requestId: crypto.randomUUID() },
    paymentId: (await get<{ payments: { _id: string }[] }>(`/desk/appointments/${_id}/payment`)).payments[0]?._id,
  })
  expect(refunded.statusCode, refunded.body).toBe(200)
  await foldChanges(server.database.db)
  expect((await send('DELETE', '/demo')).statusCode).toBe(200)
  expect(await readAll()).toEqual(before)
  expect(await select(sql`select recipient from mail where recipient like '%@example.com'`)).toEqual([])
  const trail = await get<{ entries: { action: string }[] }>('/audit')
  expect(trail.entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['fill-demo', 'take-payment', 'empty-demo']),
  )
})

const pay = (id: string, amount: number) =>
  send('POST', `/desk/appointments/${id}/payments`, { requestId: crypto.randomUUID(), method: 'cash', amount })

it('sends nothing to invented patients, whatever the desk does', async () => {
  await send('POST', '/demo')
  const reasons = ['appointment', 'change', 'price', 'money', 'recall', 'offer', 'account']
  const contacts = await select<{ because: string }>(sql`
    select distinct contact_of(patient_id, null, reason, false) ->> 'because' as because
    from demo_patient, unnest(${sql.param(reasons)}::text[]) as reason`)
  expect(contacts).toEqual([{ because: 'invented' }])
  expect(
    await select(sql`select is_mail_for_living('claim-account', 'mia.keller@example.com', '{}') as claim,
      bool_or(is_mail_for_living('appointment-booked', 'a@example.org', jsonb_build_object('appointment', jsonb_build_object('id', id)))) as notice
      from booking join demo_patient using (patient_id)`),
  ).toEqual([{ claim: false, notice: false }])
  expect(
    await select(
      sql`select count(*)::int as n from appointment_notice join demo_patient on true where done_at is null`,
    ),
  ).toEqual([{ n: 0 }])
})

it('the database deletes the money of nobody who is real, and takes nobody real for invented', async () => {
  const ann = await server.person()
  const { _id } = (await bookFor(ann.patientId)).json().booking
  await pay(_id, 20)
  const execute = (query: SQL) => server.database.db.execute(query)
  const cause = { cause: expect.objectContaining({ message: expect.stringMatching(/append-only|not invented/) }) }
  await expect(execute(sql`delete from payment where booking_id = ${_id}`)).rejects.toMatchObject(cause)
  await expect(execute(sql`insert into demo_patient values (${ann.patientId})`)).rejects.toMatchObject(cause)
  await send('POST', '/demo')
  await expect(execute(sql`delete from day_close where date < (select min(day) from payment)`)).resolves.toBeDefined()
})

it('an invented record that is merged with a real one is real', async () => {
  await send('POST', '/demo')
  const ann = await server.person()
  const [one] = await select<{ id: string; count: number }>(
    sql`select patient_id as id, count(*)::int as count from booking join demo_patient using (patient_id) group by 1 order by 2 desc, 1 limit 1`,
  )
  await server.database.db.execute(sql`select merge_patient(${one?.id}, ${ann.patientId})`)
  await send('DELETE', '/demo')
  expect(await select(sql`select count(*)::int as n from booking where patient_id = ${ann.patientId}`)).toEqual([
    { n: one?.count },
  ])
})

it('is not there outside of demo mode', async () => {
  const other = await openTestApp({ database: server.database, env: { DEMO: 'off' } })
  const { bearer } = await other.person({ role: 'admin' })
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    expect((await other.app.inject({ method, url: '/demo', headers: bearer })).statusCode, method).toBe(404)
  await other.close()
})
