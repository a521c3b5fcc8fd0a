import { feedAddress } from '#contract/calendar/feed.ts'
import { call } from './http/call.ts'
import { fetchFile } from './http/file.ts'
import { bearer } from './token/token.ts'

/** Whose calendar feed: that of `caller`, or that of a doctor whom `caller` manages. */
export type Feed = { caller: string; doctorId?: string }

/** Returns the address of a feed, which the first call creates. @throws the server's refusal */
export async function getFeedUrl({ caller, doctorId: id }: Feed): Promise<string> {
  const token = await bearer(caller)
  const { url } =
    id === undefined
      ? await call('PUT /calendar/feed', feedAddress, { token })
      : await call('PUT /calendar/feed/doctor/:id', feedAddress, { params: { id }, token })
  return url
}

/** Gives a feed a new address; the former one ends. @throws the server's refusal */
export async function renewFeedUrl({ caller, doctorId: id }: Feed): Promise<string> {
  const token = await bearer(caller)
  const { url } =
    id === undefined
      ? await call('POST /calendar/feed/renew', feedAddress, { token })
      : await call('POST /calendar/feed/doctor/:id/renew', feedAddress, { params: { id }, token })
  return url
}

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
