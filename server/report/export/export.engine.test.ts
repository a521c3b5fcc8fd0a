import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { treatsPatients } from '#contract/access/roles.ts'
import { audit } from '#server/database/schema/audit.ts'
import { session } from '#server/database/schema/auth.ts'
import { booking } from '#server/database/schema/booking.ts'
import { clinic } from '#server/database/schema/clinic.ts'
import { nine, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

let desk: TestDesk
let accountant: Awaited<ReturnType<TestDesk['server']['person']>>
beforeAll(async () => {
  desk = await openTestDesk()
  accountant = await desk.server.person({ role: 'accountant' })
  const confirmed = { confirmedAt: new Date() }
  await desk.server.database.db.update(session).set(confirmed).where(eq(session.id, accountant.sessionId))
})
afterAll(() => desk.server.close())
beforeEach(() => desk.reset())

const period = 'from=2026-05-01&to=2026-05-31'
const get = (file: string, days = period, headers: Record<string, string> = accountant.bearer) =>
  desk.server.app.inject({ url: `/exports/${file}.csv?${days}`, headers })
const rowsOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true })
const till = async () => {
  const { rows } = await desk.server.database.executeSql(
    `SELECT (now() AT TIME ZONE 'America/New_York')::date::text AS day`,
  )
  const { day } = rows[0] as { day: string }
  return `from=${day}&to=${day}`
}
const pay = (id: string, payload: object) =>
  desk.server.app.inject({
    method: 'POST',
    url: `/desk/appointments/${id}/payments`,
    headers: desk.staff.admin.bearer,
    payload: { requestId: randomUUID(), method: 'cash', ...payload },
  })

it('writes quotes, line breaks, signs of formulas and any language so that they come back, and numbers as numbers', async () => {
  const id = await desk.book()
  const name = '=HYPERLINK("http://evil.example";"Łukasz, 李")\r\nSecond line'
  await desk.server.database.db.update(booking).set({ patientName: name }).where(eq(booking.id, id))
  const { body, headers } = await get('appointments')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="appointments-2026-05-01-2026-05-31.csv"')
  expect(body.startsWith('\uFEFFAppointment date,Appointment time,')).toBe(true)
  expect(body).toContain(`"'=HYPERLINK(""http://evil.example"";""Łukasz, 李"")\r\nSecond line"`)
  expect(
    body
      .replace(/"[^"]*(?:""[^"]*)*"/g, '')
      .split('\r\n')
      .join(''),
  ).not.toMatch(/[\r\n]/)
  const row = rowsOf(body).find((each) => each['Appointment id'] === id)
  expect(row).toMatchObject({ Patient: `'${name}`, Price: '59', Owed: '59', Status: 'booked', Currency: 'USD' })
})

it('has a row for each payment, refund and charge, with a minus before what is taken back', async () => {
  const id = await desk.book({ slot: nine })
  await pay(id, { amount: 59, reference: '+1' })
  const { admin } = desk.staff
  await desk.server.app.inject({
    ...{ method: 'POST', url: `/desk/appointments/${id}/refund`, headers: admin.bearer },
    payload: { amount: 9.5, note: 'Too much', requestId: randomUUID() },
  })
  const [refund] = (await desk.server.database.executeSql(`SELECT id FROM refund WHERE state = 'due'`)).rows as {
    id: string
  }[]
  await desk.server.app.inject({ method: 'POST', url: `/desk/refunds/${refund?.id}/hand-out`, headers: admin.bearer })
  const days = await till()
  const [payment] = rowsOf((await get('payments', days)).body).filter((row) => row['Appointment id'] === id)
  expect(payment).toMatchObject({
    Method: 'Cash',
    Amount: '59',
    Refunded: '9.5',
    Reference: "'+1",
    'Taken by': admin.email,
  })
  const [back] = rowsOf((await get('refunds', days)).body).filter((row) => row['Appointment id'] === id)
  expect(back).toMatchObject({ Method: 'Cash', Amount: '9.5', Note: 'Too much', Receipt: payment?.Receipt })
  const charges = rowsOf((await get('charges')).body).filter((row) => row['Appointment id'] === id)
  expect(charges.map(({ Kind, Amount }) => [Kind, Amount])).toEqual([
    ['treatment', '59'],
    ['credit', '-9.5'],
  ])
})

it('is written as spreadsheets in the clinic’s country read it, with its clock beside each instant', async () => {
  const id = await desk.book()
  await pay(id, { amount: 12.5 })
  const { db } = desk.server.database
  await db.update(clinic).set({ country: 'DE' })
  await desk.server.heard()
  const days = await till()
  const { body } = await get('payments', days)
  const report = await desk.server.app.inject({
    url: `/reports/takings-by-method/csv?${days}`,
    headers: accountant.bearer,
  })
  await db.update(clinic).set({ country: 'US' })
  await desk.server.heard()
  const rows: Record<string, string>[] = parse(body, { bom: true, columns: true, delimiter: ';' })
  const row = rows.find((each) => each['Appointment id'] === id)
  expect(row).toMatchObject({ Amount: '12,5', Refunded: '0' })
  const { rows: clocks } = await desk.server.database.executeSql(
    `SELECT to_char(taken_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD HH24:MI:SS') AS clock
      FROM payment WHERE booking_id = '${id}'`,
  )
  expect(row?.['Taken at (America/New_York)']).toBe((clocks[0] as { clock: string }).clock)
  expect(row?.['Taken at']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(report.body).toMatch(/^\uFEFFMethod;This period;Period before\r\n/)
  expect(report.body).toContain(',5;')
})

it('is for admins and accountants who proved who they are, and in the audit trail', async () => {
  const before = (await desk.server.database.db.select().from(audit).where(eq(audit.action, 'export-books'))).length
  expect((await get('payments', period, {})).statusCode).toBe(401)
  for (const role of ['patient', 'receptionist', 'dentist', 'hygienist'] as const) {
    const { bearer } = await desk.server.person({ role, ...(treatsPatients(role) && { doctorId: desk.ida }) })
    expect((await get('payments', period, bearer)).statusCode).toBe(403)
  }
  const other = await desk.server.person({ role: 'accountant' })
  const longAgo = { confirmedAt: new Date(Date.now() - 7_200_000) }
  await desk.server.database.db.update(session).set(longAgo).where(eq(session.id, other.sessionId))
  const unconfirmed = await get('payments', period, other.bearer)
  expect([unconfirmed.statusCode, unconfirmed.json().code]).toEqual([403, 'CONFIRMATION_NEEDED'])
  expect((await get('payments')).statusCode).toBe(200)
  const entries = await desk.server.database.db.select().from(audit).where(eq(audit.action, 'export-books'))
  expect(entries.slice(before)).toMatchObject([
    { actor: accountant.email, target: 'the payments from 2026-05-01 to 2026-05-31' },
  ])
})

it.each([
  ['from=2026-05-32&to=2026-06-01', 'from'],
  ['from=2026-06-02&to=2026-06-01', 'to'],
  ['from=2006-06-02&to=2026-06-01', 'to'],
  ['from=2026-06-02', 'to'],
])('refuses the days %s', async (days, field) => {
  const response = await get('payments', days)
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().errors)).toEqual([field])
})
