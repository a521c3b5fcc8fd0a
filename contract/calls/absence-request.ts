import { z } from 'zod/mini'
import { absenceRequested, absenceRequests, requestRefusal } from '../calendar/absence-request.ts'
import { absenceFields } from '../calendar/change.ts'
import { calls } from '../kit/call.ts'
import { noBody } from '../sign-in-answers.ts'

const params = z.object({ id: z.uuid('Not an id') })

/** The calls about absences that dentists ask for. An admin accepts one by the change `add-absence` of
 *  `POST /calendar`. */
export const absenceRequestCalls = calls('calendar', {
  listAbsenceRequests: {
    summary: 'The absences that dentists ask for',
    method: 'GET',
    path: '/absence-requests',
    access: { staff: 'read-absence-requests' },
    answers: { 200: absenceRequests },
  },
  askForAbsence: {
    summary: 'Ask for an absence',
    method: 'POST',
    path: '/absence-requests',
    access: { staff: 'ask-for-absence' },
    body: absenceFields,
    answers: { 201: absenceRequested },
    problems: [409],
  },
  withdrawAbsenceRequest: {
    summary: 'Withdraw an open request for an absence',
    method: 'DELETE',
    path: '/absence-requests/:id',
    access: { staff: 'ask-for-absence' },
    params,
    answers: { 204: noBody },
    problems: [409],
  },
  refuseAbsence: {
    summary: 'Refuse an absence and say why',
    method: 'POST',
    path: '/absence-requests/:id/refuse',
    access: { staff: 'change-calendar' },
    params,
    body: requestRefusal,
    answers: { 204: noBody },
    problems: [409],
  },
})
