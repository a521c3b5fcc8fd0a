import { queryOptions } from '@tanstack/react-query'
import { patientEmails } from '#contract/patient/email.ts'
import { patientTexts } from '#contract/text-message.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'
import { patientsKey as key } from './patient-list.ts'

/** The latest emails to a patient. */
export function emailsOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...key, admin, 'emails', id],
    queryFn: async () => {
      return call('GET /desk/patients/:id/emails', patientEmails, { params: { id }, token: await bearer(admin) })
    },
    meta: { adminsOnly: true },
  })
}

/** The latest text messages to a patient, and what they agreed to. */
export function textsOf(admin: string, id: string) {
  return queryOptions({
    queryKey: [...key, admin, 'texts', id],
    queryFn: async () => {
      return call('GET /desk/patients/:id/texts', patientTexts, { params: { id }, token: await bearer(admin) })
    },
    meta: { adminsOnly: true },
  })
}
