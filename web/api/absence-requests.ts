import { queryOptions } from '@tanstack/react-query'
import { absenceRequested, absenceRequests } from '#contract/calendar/absence-request.ts'
import { bearer } from '#web/api/token/token.ts'
import { calendarKey } from './calendar.ts'
import { call, send } from './http/call.ts'

/** The absences that dentists ask for: the open ones for an admin, the own ones for a dentist. */
export function absenceRequestsOf(person: string) {
  return queryOptions({
    queryKey: [...calendarKey, person, 'absence-requests'],
    queryFn: async () => call('GET /absence-requests', absenceRequests, { token: await bearer(person) }),
  })
}

/** Asks for an absence, with days in the medium format. @throws the server's refusal */
export async function postAbsenceRequest(
  person: string,
  body: { firstDay: string; lastDay: string; note: string },
): Promise<void> {
  await call('POST /absence-requests', absenceRequested, { body, token: await bearer(person) })
}

/** Withdraws an open request. @throws the server's refusal */
export async function deleteAbsenceRequest(person: string, id: string): Promise<void> {
  await send('DELETE /absence-requests/:id', { params: { id }, token: await bearer(person) })
}

/** Refuses an open request. @throws the server's refusal */
export async function postRefusal(person: string, id: string, reason: string): Promise<void> {
  await send('POST /absence-requests/:id/refuse', { params: { id }, body: { reason }, token: await bearer(person) })
}
