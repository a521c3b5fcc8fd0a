import { randomUUID } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import { desc } from 'drizzle-orm'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clinicToday, formatMediumDate } from '#contract/kit/time/clinic-date.ts'
import { addGuardian } from '#server/audit/testing/guardian.ts'
import { readsWithoutPatients } from '#server/audit/testing/reads-without-patients.ts'
import { audit } from '#server/database/schema/audit.ts'
import { isForStaff } from '#server/http/openapi/operation.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { eight, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

// Staff leave an entry in the audit trail wherever they see data of patients.

const closed = 'May 4, 2026'
const open = 'May 6, 2026'

/** A patient, with an appointment on a day that the clinic has closed since and one on another day. */
type Data = Record<'id' | 'patient' | 'patientId' | 'userId' | 'otherId' | 'thirdId' | 'fourthId', string> &
  Record<'treatmentId' | 'importId' | 'doctorId', string> & { version: number }
type Request = { method?: 'POST'; url: string; payload?: object }
type Row = [route: string, request: (data: Data) => Request, action: string, target: (data: Data) => string]

const appointment = `Teeth Cleaning of Ann Berg on ${closed}, ${eight}`
const ann = () => 'Ann Berg'
const email = ({ patient }: Data) => patient
const closing = { kind: 'set-day', day: { date: open, note: '', periods: [] } }

/** Every route by which staff read data of patients, with the entry that it leaves. */
const reads: Row[] = [
  ['GET /user', () => ({ url: '/user' }), 'list-users', () => 'page 1'],
  ['GET /user', () => ({ url: '/user?search=ann' }), 'search-patients', () => 'ann'],
  ['GET /user/sessions/:email', ({ patient }) => ({ url: `/user/sessions/${patient}` }), 'read-sessions', email],
  ['GET /user/personalData/:email', ({ patient }) => ({ url: `/user/personalData/${patient}` }), 'export-data', email],
  [
    'GET /booking',
    ({ patient }) => ({ url: `/booking?patient=${patient}` }),
    'read-appointment',
    ({ patient }) => `the appointments of ${patient}`,
  ],
  [
    'GET /booking/:id',
    ({ id }) => ({ url: `/booking/${id}` }),
    'read-appointment',
    () => `the appointment ${appointment}`,
  ],
  [
    'GET /booking/:id/receipt',
    ({ id }) => ({ url: `/booking/${id}/receipt` }),
    'read-appointment',
    () => `the receipt of ${appointment}`,
  ],
  [
    'GET /booking/:id/receipt.pdf',
    ({ id }) => ({ url: `/booking/${id}/receipt.pdf` }),
    'read-appointment',
    () => `the PDF receipt of ${appointment}`,
  ],
  [
    'GET /booking/:id/calendar.ics',
    ({ id }) => ({ url: `/booking/${id}/calendar.ics` }),
    'read-appointment',
    () => `the calendar file of ${appointment}`,
  ],
  [
    'GET /desk/payments',
    () => ({ url: '/desk/payments?search=Ann%20Berg' }),
    'read-appointment',
    () => 'the payments that “Ann Berg” finds',
  ],
  [
    'GET /desk/appointments/:id/patient',
    ({ id }) => ({ url: `/desk/appointments/${id}/patient` }),
    'read-patient',
    () => 'Ann Berg, from an appointment',
  ],
  [
    'GET /desk/appointments/:id/payment',
    ({ id }) => ({ url: `/desk/appointments/${id}/payment` }),
    'read-appointment',
    () => 'the payment of Ann Berg’s Teeth Cleaning',
  ],
  [
    'GET /desk/till',
    () => ({ url: '/desk/till' }),
    'read-day',
    () => `the payments of ${formatMediumDate(clinicToday(new Date(), 'America/New_York'))}`,
  ],
  ['GET /desk/news', () => ({ url: '/desk/news' }), 'read-day', () => 'what others did'],
  ['GET /desk/day', () => ({ url: `/desk/day?date=${encodeURIComponent(closed)}` }), 'read-day', () => closed],
  [
    'GET /desk/week',
    ({ doctorId }) => ({ url: `/desk/week?date=${encodeURIComponent(open)}&doctor=${doctorId}` }),
    'read-day',
    () => `the week of ${closed}`,
  ],
  ['GET /desk/waiting-list', () => ({ url: '/desk/waiting-list' }), 'read-waiting-list', () => 'page 1'],
  ['GET /desk/patients', () => ({ url: '/desk/patients?search=berg' }), 'search-patients', () => 'berg'],
  ['GET /desk/patients/list', () => ({ url: '/desk/patients/list' }), 'list-patients', () => 'page 1'],
  ['GET /desk/patients/list', () => ({ url: '/desk/patients/list?search=berg' }), 'list-patients', () => '“berg”'],
  ['GET /desk/patients/:id', ({ patientId }) => ({ url: `/desk/patients/${patientId}` }), 'read-patient', ann],
  [
    'GET /desk/patients/:id/emails',
    ({ thirdId }) => ({ url: `/desk/patients/${thirdId}/emails` }),
    'read-patient',
    () => 'Third Person',
  ],
  [
    'GET /desk/patients/:id/texts',
    ({ fourthId }) => ({ url: `/desk/patients/${fourthId}/texts` }),
    'read-patient',
    () => 'Fourth Person',
  ],
  ['GET /desk/recalls/:id', ({ otherId }) => ({ url: `/desk/recalls/${otherId}` }), 'read-patient', () => 'Phone Only'],
  [
    'GET /desk/patients/:id/merge',
    ({ patientId, otherId }) => ({ url: `/desk/patients/${patientId}/merge?former=${otherId}` }),
    'read-patient',
    () => 'Ann Berg and Phone Only',
  ],
  [
    'GET /desk/patients/:id/personalData',
    ({ otherId }) => ({ url: `/desk/patients/${otherId}/personalData` }),
    'export-data',
    () => 'Phone Only',
  ],
  [
    'GET /patient-imports/:id',
    // Its file has Ann Berg again.
    ({ importId }) => ({ url: `/patient-imports/${importId}` }),
    'list-patients',
    () => 'those of the file patients.csv',
  ],
  [
    'POST /desk/patients',
    ({ patient }) => ({
      method: 'POST',
      url: '/desk/patients',
      // Refused with the data of the patient who has this email.
      payload: { fields: { name: 'Anybody', email: patient }, requestId: '0198c1d2-0000-7000-8000-000000000002' },
    }),
    'search-patients',
    () => 'Anybody',
  ],
  [
    'GET /calendar/attention',
    () => ({ url: '/calendar/attention' }),
    'read-appointment',
    () => 'the appointments that need attention',
  ],
  ['GET /desk/coming-of-age', () => ({ url: '/desk/coming-of-age' }), 'list-patients', () => 'those who come of age'],
  [
    'POST /calendar',
    ({ version }) => ({ method: 'POST', url: '/calendar', payload: { version, preview: true, change: closing } }),
    'read-appointment',
    () => 'the appointments that a change of the rules affects',
  ],
  [
    'POST /desk/appointments',
    ({ treatmentId, patient }) => ({
      method: 'POST',
      url: '/desk/appointments',
      // Refused with the data of the account that has this email.
      payload: {
        requestId: '0198c1d2-0000-7000-8000-000000000001',
        patient: { name: 'Somebody', email: patient, phone: '212 555 0102' },
        ...{ treatmentId, date: open, slot: '09.00 AM - 09.30 AM' },
      },
    }),
    'search-patients',
    () => 'Somebody',
  ],
]

const waitingWish = { weekdays: [1], from: 480, until: 720, lastDay: open }

const staffReads: string[] = []
let desk: TestDesk
let data: Data

beforeAll(async () => {
  diagnostics.subscribe('fastify.initialization', watchRoutes)
  desk = await openTestDesk()
  diagnostics.unsubscribe('fastify.initialization', watchRoutes)
  const { staff, server } = desk
  const person = await server.person({ name: 'Ann Berg' })
  const id = await desk.book({ date: closed, person: Promise.resolve(person) })
  await desk.book({ date: open, person: Promise.resolve(person) })
  // Closing the other day is recorded too, about other people than the preview.
  await desk.book({ date: open, slot: '10.00 AM - 10.30 AM' })
  const taken = await server.app.inject({
    ...{ method: 'POST', url: `/desk/appointments/${id}/payments`, headers: staff.admin.bearer },
    payload: { requestId: '0198c1d2-0000-7000-8000-000000000004', method: 'cash', amount: 10 },
  })
  expect(taken.statusCode, taken.body).toBe(200)
  await staff.change({ kind: 'set-day', day: { date: closed, note: '', periods: [] } })
  const { version, treatments } = await staff.calendar()
  const treatmentId = treatments.find(({ name }) => name === 'Teeth Cleaning')?._id ?? ''
  const add = async (name: string): Promise<string> => {
    const payload = { fields: { name }, requestId: randomUUID() }
    const url = '/desk/patients'
    return (await server.app.inject({ method: 'POST', url, headers: staff.admin.bearer, payload })).json()._id
  }
  const [otherId, thirdId, fourthId] = [await add('Phone Only'), await add('Third Person'), await add('Fourth Person')]
  const waiting = await server.app.inject({
    ...{ method: 'POST', url: '/waiting-list', headers: person.bearer, payload: { ...waitingWish, treatmentId } },
  })
  expect(waiting.statusCode, waiting.body).toBe(201)
  // She comes of age two weeks later.
  await addGuardian(server, person.patientId, '2008-05-15')
  const { _id: importId } = await (await openTestImports(server)).check(`Name,Email\nAnn Berg,${person.email}\n`)
  const { email: patient, patientId, userId } = person
  const doctorId = (await desk.rowOf(id))?.doctorId ?? ''
  data = { id, patient, patientId, userId, otherId, thirdId, fourthId, version, treatmentId, importId, doctorId }
})
afterAll(() => desk.server.close())

it.each(reads)('%s (%#) leaves an entry about the patient', async (_route, request, action, target) => {
  const { server, staff } = desk
  const newest = () => server.database.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
  const [before] = await newest()
  const response = await server.app.inject({ method: 'GET', headers: staff.admin.bearer, ...request(data) })
  expect(response.statusCode, response.body).toSatisfy((status) => [200, 404, 409].includes(status))
  const [entry] = await newest()
  expect(entry?.id).not.toBe(before?.id)
  expect(entry).toMatchObject({ action, target: target(data), actor: staff.admin.email })
  // Calls about accounts name the account.
  const others = { 'Phone Only': data.otherId, 'Third Person': data.thirdId, 'Fourth Person': data.fourthId }
  const persons = [data.patientId, data.userId, others[entry?.target as keyof typeof others]]
  expect(entry?.personIds.filter((id) => persons.includes(id))).not.toEqual([])
})

it('every route by which staff read is in one of the two lists', () => {
  const listed = new Set([...reads.map(([route]) => route), ...readsWithoutPatients])
  expect(
    staffReads.filter((route) => !listed.has(route)),
    'add these routes to `reads` or to `readsWithoutPatients`',
  ).toEqual([])
})

function watchRoutes(message: unknown) {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route: RouteOptions) => {
    if (route.method === 'GET' && isForStaff(route)) staffReads.push(`GET ${route.url}`)
  })
}
