import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { patient } from '#server/database/schema/patient.ts'
import { tracesIn } from '#server/privacy/testing/traces.ts'
import { openTestRefunds, type TestRefunds } from '#server/testing/refunds.ts'

let refunds: TestRefunds
let boss: Awaited<ReturnType<TestRefunds['server']['person']>>
let database: TestRefunds['server']['database']

beforeAll(async () => {
  refunds = await openTestRefunds()
  database = refunds.server.database
  boss = await refunds.server.person({ role: 'admin' })
})
afterAll(() => refunds.close())

it('of a patient without email is exported and erased by staff', async () => {
  const [{ _id: treatmentId }] = (await refunds.server.app.inject('/service')).json()
  const booked = await refunds.post('/desk/appointments', {
    patient: { name: 'Phoebe Phoneonly', phone: '+1 555 0191 2233' },
    treatmentId,
    date: 'Apr 7, 2026',
    slot: '11.00 AM - 11.30 AM',
    requestId: crypto.randomUUID(),
  })
  expect(booked.statusCode, booked.body).toBe(201)
  const [phoebe] = await database.db.select().from(patient).where(eq(patient.name, 'Phoebe Phoneonly'))
  const path = `/desk/patients/${phoebe?.id}`
  const erase = () => refunds.post(`${path}/erasure`, {})
  expect([(await erase()).statusCode, (await erase()).json().code]).toEqual([409, 'upcoming-appointments'])
  await refunds.post(`/desk/appointments/${booked.json().booking._id}/cancel`, { refund: 0, note: '' })
  const page = await refunds.server.app.inject({ url: `${path}/personalData?format=html`, headers: boss.bearer })
  expect(page.body).toContain('+1 555 0191 2233')
  expect(page.body).toContain('You have no account.')
  const file = await refunds.server.app.inject({ url: `${path}/personalData`, headers: boss.bearer })
  expect(file.json()).toMatchObject({
    account: null,
    patients: [{ id: phoebe?.id, name: 'Phoebe Phoneonly', phones: [{ number: '+1 555 0191 2233' }] }],
    appointments: [{ status: 'cancelled' }],
    accesses: expect.arrayContaining([expect.objectContaining({ action: 'export-data' })]),
  })
  expect((await erase()).statusCode).toBe(204)
  expect(await tracesIn(database, '555 0191 2233')).toEqual([])
  expect((await tracesIn(database, 'Phoneonly')).filter((trace) => !trace.startsWith('public.audit:'))).toEqual([])
  const entries = await database.db.select().from(audit).where(eq(audit.action, 'erase-patient'))
  expect(entries).toMatchObject([{ target: 'Erased patient', personIds: [phoebe?.id] }])
  expect((await erase()).statusCode).toBe(404)
  const record = await refunds.server.app.inject({ url: path, headers: boss.bearer })
  expect(record.json()).toMatchObject({ erasedAt: expect.any(String), fields: { name: 'Erased patient' } })
})

it('of a patient with an account is by the account alone', async () => {
  const ann = await refunds.server.person()
  const path = `/desk/patients/${ann.patientId}`
  const answers = [
    await refunds.post(`${path}/erasure`, {}),
    await refunds.server.app.inject({ url: `${path}/personalData`, headers: boss.bearer }),
  ]
  for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([409, 'own-account'])
})
