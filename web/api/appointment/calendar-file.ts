import { bearer } from '#web/api/token/token.ts'
import { toJson } from '../http/call.ts'
import { ApiError, toProblem } from '../http/errors.ts'

/** Returns the calendar file of an appointment of `patient`. @throws the server's refusal */
export async function fileOfBooking(patient: string, id: string): Promise<Blob> {
  const headers = { Authorization: `Bearer ${await bearer(patient)}` }
  return fetchFile(`/booking/${encodeURIComponent(id)}/calendar.ics`, { headers })
}

/** Returns the calendar file of a link's appointment. @throws the server's refusal */
export function fileOfLink(token: string): Promise<Blob> {
  const headers = { 'Content-Type': 'application/json' }
  return fetchFile('/appointment-link/calendar.ics', { method: 'POST', headers, body: JSON.stringify({ token }) })
}

async function fetchFile(path: string, init: RequestInit): Promise<Blob> {
  const response = await fetch(path, init)
  if (response.ok) return response.blob()
  const refused = toJson(await response.text())
  throw new ApiError(toProblem(response.status, refused, response.headers))
}
