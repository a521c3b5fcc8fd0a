import diagnostics from 'node:diagnostics_channel'
import { desc } from 'drizzle-orm'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#server/database/schema/audit.ts'
import { isForStaff } from '#server/http/openapi/operation.ts'
import { eight, openTestDesk, type TestDesk } from '#server/testing/calendar/desk.ts'

// Staff leave an entry in the audit trail wherever they see data of patients.

const closed = 'May 4, 2026'
const open = 'May 6, 2026'

/** A patient, with an appointment on a day that the clinic has closed since and one on another day. */
type Data = { id: string; patient: string; patientId: string; userId: string; version: number; treatmentId: string }
type Request = { method?: 'POST'; url: string; payload?: object }
type Row = [route: string, request: (data: Data) => Request, action: string, target: (data: Data) => string]

const appointment = `Teeth Cleaning of Ann Berg on ${closed}, ${eight}`
const closing = { kind: 'set-day', day: { date: open, note: '', periods: [] } }

/** Every route by which staff read data of patients, with the entry that it leaves. */
const reads: Row[] = [
  ['GET /user', () => ({ url: '/user' }), 'list-users', () => 'page 1'],
  ['GET /user', () => ({ url: '/user?search=ann' }), 'search-patients', () => 'ann'],
  [
    'GET /user/sessions/:email',
    ({ patient }) => ({ url: `/user/sessions/${patient}` }),
    'read-sessions',
    ({ patient }) => patient,
  ],
  [
    'GET /user/personalData/:email',
    ({ patient }) => ({ url: `/user/personalData/${patient}` }),
    'export-data',
    ({ patient }) => patient,
  ],
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
    'GET /booking/:id/calendar.ics',
    ({ id }) => ({ url: `/booking/${id}/calendar.ics` }),
    'read-appointment',
    () => `the calendar file of ${appointment}`,
  ],
  [
    'GET /desk/appointments/:id/payment',
    ({ id }) => ({ url: `/desk/appointments/${id}/payment` }),
    'read-appointment',
    () => 'the payment of Ann Berg’s Teeth Cleaning',
  ],
  ['GET /desk/day', () => ({ url: `/desk/day?date=${encodeURIComponent(closed)}` }), 'read-day', () => closed],
  ['GET /desk/patients', () => ({ url: '/desk/patients?search=berg' }), 'search-patients', () => 'berg'],
  [
    'GET /calendar/attention',
    () => ({ url: '/calendar/attention' }),
    'read-appointment',
    () => 'the appointments that need attention',
  ],
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
        patient: { name: 'Somebody', email: patient, phone: '2' },
        ...{ treatmentId, date: open, slot: '09.00 AM - 09.30 AM' },
      },
    }),
    'search-patients',
    ({ patient }) => patient,
  ],
]

/** Routes by which staff read other things. The trail has a test of its own, because its entry names no patient. */
const withoutPatients = [
  'GET /audit',
  'GET /calendar',
  'GET /calendar/attention/:id/times',
  'GET /desk/appointments/:id/times',
  'GET /desk/events',
  'GET /desk/times',
  'GET /doctor',
]

const staffReads: string[] = []
let desk: TestDesk
let data: Data

beforeAll(async () => {
  diagnostics.subscribe('fastify.initialization', watchRoutes)
  desk = await openTestDesk()
  diagnostics.unsubscribe('fastify.initialization', watchRoutes)
  const { staff, server } = desk
  const ann = await server.person({ name: 'Ann Berg' })
  const id = await desk.book({ date: closed, person: Promise.resolve(ann) })
  await desk.book({ date: open, person: Promise.resolve(ann) })
  // Closing the other day is recorded too, about other people than the preview.
  await desk.book({ date: open, slot: '10.00 AM - 10.30 AM' })
  await staff.change({ kind: 'set-day', day: { date: closed, note: '', periods: [] } })
  const { version, treatments } = await staff.calendar()
  const treatmentId = treatments.find(({ name }) => name === 'Teeth Cleaning')?._id ?? ''
  data = { id, patient: ann.email, patientId: ann.patientId, userId: ann.userId, version, treatmentId }
})
afterAll(() => desk.server.close())

it.each(reads)('%s (%#) leaves an entry about the patient', async (_route, request, action, target) => {
  const { server, staff } = desk
  const newest = () => server.database.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
  const [before] = await newest()
  const response = await server.app.inject({ method: 'GET', headers: staff.admin.bearer, ...request(data) })
  expect(response.statusCode, response.body).toSatisfy((status) => status === 200 || status === 409)
  const [entry] = await newest()
  expect(entry?.id).not.toBe(before?.id)
  expect(entry).toMatchObject({ action, target: target(data), actor: staff.admin.email })
  // What is about an account names that.
  const isNamed = [data.patientId, data.userId].some((id) => entry?.personIds.includes(id))
  expect(isNamed).toBe(true)
})

it('every route by which staff read is in one of the two lists', () => {
  const listed = new Set([...reads.map(([route]) => route), ...withoutPatients])
  expect(
    staffReads.filter((route) => !listed.has(route)),
    'add these routes to `reads` or to `withoutPatients` in this test',
  ).toEqual([])
})

function watchRoutes(message: unknown) {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route: RouteOptions) => {
    if (route.method === 'GET' && isForStaff(route)) staffReads.push(`GET ${route.url}`)
  })
}
