import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { deskDay } from '#contract/desk/day.ts'
import { formatMediumDate, type IsoDate } from '#contract/kit/time/clinic-date.ts'
import { sendRequest } from '#web/api/http/request.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from '../http/call.ts'

/** Key of the queries of the desk. */
export const deskKey = ['desk']

/** A day at the desk. */
export function dayOf(admin: string, date: IsoDate) {
  return queryOptions({
    queryKey: [...deskKey, admin, date],
    queryFn: async () =>
      call('GET /desk/day', deskDay, { query: { date: formatMediumDate(date) }, token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Refetches a day at the desk, the weeks, and the payments and patients of appointments; without a day, all that the
 *  desk shows. */
export function refreshDesk(client: QueryClient, admin: string, date?: IsoDate) {
  const keys = date ? [[date], ['week'], ['payment'], ['facts']] : [[]]
  return Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [...deskKey, admin, ...key] })))
}

/** A server-sent event. */
export type ServerEvent = { event: string; data: string }

/** Follows the changes of days until the server or `signal` ends the stream. `onOpen` runs when it is open.
 *  @throws the error of fetch, or one with the status of a refusal */
export async function followDays(
  admin: string,
  { signal, onOpen, onEvent }: { signal: AbortSignal; onOpen: () => void; onEvent: (event: ServerEvent) => void },
): Promise<void> {
  // EventSource can't send a token.
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${await bearer(admin)}` }
  const response = await sendRequest('/desk/events', { headers, signal })
  if (!response.ok || !response.body) throw new Error(`The stream was refused with ${response.status}`)
  onOpen()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const parse = eventParser(onEvent)
  for (let part = await reader.read(); !part.done; part = await reader.read()) parse(part.value)
}

/** Returns a function that takes the text of a stream in parts and calls `onEvent` for each complete event. */
export function eventParser(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let waiting = ''
  return (text) => {
    const blocks = (waiting + text).split('\n\n')
    waiting = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^[^:]*: ?/, '')]))
      const data = fields.get('data')
      // A comment has no data.
      if (data !== undefined) onEvent({ event: fields.get('event') ?? 'message', data })
    }
  }
}
