import { bearer } from '#web/api/token/token.ts'
import { fetchFile } from './http/file.ts'

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
