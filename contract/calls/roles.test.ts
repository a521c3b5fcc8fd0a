import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rolesWith } from '../access/access.ts'
import type { Call } from '../kit/call.ts'

/** The roles that may make each call of the staff, written down a second time: a call with another action, or an action
 *  with other roles, is a change here. */
const rolesOfCalls: Record<string, string> = {
  'GET /absence-requests': 'admin dentist',
  'POST /absence-requests': 'dentist',
  'DELETE /absence-requests/:id': 'dentist',
  'POST /absence-requests/:id/refuse': 'admin',
  'GET /audit': 'admin',
  'GET /calendar': 'admin receptionist accountant',
  'POST /calendar': 'admin',
  'GET /calendar/attention': 'admin receptionist',
  'POST /calendar/attention': 'admin receptionist',
  'POST /calendar/attention/plan': 'admin receptionist',
  'GET /desk/calls': 'admin receptionist',
  'PATCH /desk/calls/:id': 'admin receptionist',
  'POST /calendar/attention/:id': 'admin receptionist',
  'POST /calendar/availability': 'admin receptionist',
  'GET /calendar/attention/:id/times': 'admin receptionist',
  'PUT /calendar/feed/doctor/:id': 'admin',
  'POST /calendar/feed/doctor/:id/renew': 'admin',
  'GET /clinic': 'admin receptionist accountant',
  'PATCH /clinic': 'admin',
  'POST /clinic/time-zone': 'admin',
  'POST /desk/appointments': 'admin receptionist',
  'POST /desk/appointments/:id/cancel': 'admin receptionist',
  'PATCH /desk/appointments/:id/note': 'admin receptionist dentist',
  'GET /desk/appointments/:id/payment': 'admin receptionist accountant',
  'GET /desk/appointments/:id/treatments': 'admin receptionist',
  'PATCH /desk/appointments/:id/treatment': 'admin receptionist',
  'GET /desk/till': 'admin receptionist accountant',
  'GET /desk/till/closes': 'admin receptionist accountant',
  'POST /desk/till/close': 'admin receptionist',
  'PATCH /desk/appointments/:id/price': 'admin receptionist',
  'POST /desk/appointments/:id/no-show-fee': 'admin receptionist',
  'POST /desk/appointments/:id/payments': 'admin receptionist',
  'POST /desk/payments/:id/receipt': 'admin receptionist',
  'POST /desk/payments/:id/void': 'admin receptionist',
  'POST /desk/refunds/:id/hand-out': 'admin receptionist',
  'POST /desk/appointments/:id/refund': 'admin receptionist',
  'PATCH /desk/appointments/:id/status': 'admin receptionist dentist',
  'PATCH /desk/appointments/:id/time': 'admin receptionist',
  'GET /desk/appointments/:id/times': 'admin receptionist',
  'GET /desk/day': 'admin receptionist dentist',
  'GET /desk/patients': 'admin receptionist',
  'POST /desk/patients': 'admin receptionist',
  'GET /desk/patients/:id': 'admin receptionist',
  'PATCH /desk/patients/:id': 'admin receptionist',
  'POST /desk/patients/:id/accounts': 'admin receptionist',
  'DELETE /desk/patients/:id/accounts/:email': 'admin receptionist',
  'POST /desk/patients/:id/erasure': 'admin',
  'GET /desk/patients/:id/merge': 'admin receptionist',
  'POST /desk/patients/:id/merge': 'admin receptionist',
  'GET /desk/patients/list': 'admin receptionist',
  'GET /desk/recalls': 'admin receptionist',
  'GET /desk/recalls/:id': 'admin receptionist',
  'POST /desk/recalls/:id': 'admin receptionist',
  'POST /desk/refunds/:id/retry': 'admin receptionist',
  'GET /desk/first-free': 'admin receptionist',
  'GET /desk/times': 'admin receptionist',
  'GET /desk/waiting-list': 'admin receptionist',
  'POST /desk/waiting-list': 'admin receptionist',
  'DELETE /desk/waiting-list/:id': 'admin receptionist',
  'GET /doctor': 'admin receptionist accountant',
  'POST /doctor': 'admin',
  'DELETE /doctor/:email': 'admin',
  'GET /patient-imports': 'admin',
  'GET /patient-imports/:id': 'admin',
  'POST /patient-imports/:id/cancel': 'admin',
  'POST /patient-imports/:id/check': 'admin',
  'POST /patient-imports/:id/start': 'admin',
  'POST /patient-imports/:id/undo': 'admin',
  'GET /reports': 'admin receptionist accountant',
  'GET /staff': 'admin',
  'PATCH /staff/:id': 'admin',
  'DELETE /staff/:id': 'admin',
  'POST /staff/invitations': 'admin',
  'DELETE /staff/invitations/:id': 'admin',
  'POST /staff/invitations/:id/send': 'admin',
  'GET /user': 'admin',
  'PUT /user/admin/:email': 'admin',
  'DELETE /user/admin/:email': 'admin',
  'POST /user/erasure/:email': 'admin',
  'DELETE /user/secondFactor/:email': 'admin',
  'GET /user/sessions/:email': 'admin',
  'DELETE /user/sessions/:email': 'admin',
}

it('each call of the staff is for the roles that this table names', async () => {
  const folder = new URL('./', import.meta.url)
  const files = readdirSync(folder).filter((name) => !/\.test\.ts$|^(calls|params)\.ts$/.test(name))
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, Record<string, Call>>> => import(new URL(file, folder).href)),
  )
  const calls = modules.flatMap((module) => Object.values(module).flatMap((group) => Object.values(group)))
  const found = calls.flatMap(({ method, path, access }) =>
    typeof access === 'object' ? [[`${method} ${path}`, rolesWith(access.staff).join(' ')]] : [],
  )
  expect(Object.fromEntries(found)).toEqual(rolesOfCalls)
})
