import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type MessageKind, type MessageText, messagePreview, messages, messageTest } from '#contract/message.ts'
import { bearer } from '#web/api/token/token.ts'
import { call } from './http/call.ts'

/** The words of the clinic's emails, as `admin` edits them. */
export function messagesOf(admin: string) {
  return queryOptions({
    queryKey: ['messages', admin],
    queryFn: async () => call('GET /messages', messages, { token: await bearer(admin) }),
    meta: { adminsOnly: true },
  })
}

/** Chooses the words of an email; without any, it has the usual ones. */
export async function putMessage(client: QueryClient, admin: string, kind: MessageKind, body: MessageText) {
  const options = { params: { kind }, body, token: await bearer(admin) }
  const changed = await call('PUT /messages/:kind', messages, options)
  client.setQueryData(messagesOf(admin).queryKey, changed)
}

/** Returns the email with these words, about the next appointment. */
export async function previewMessage(admin: string, kind: MessageKind, body: MessageText) {
  const options = { params: { kind }, body, savesNothing: true, token: await bearer(admin) }
  return call('POST /messages/:kind/preview', messagePreview, options)
}

/** Sends the admin the email as it is stored. Returns the address. */
export async function testMessage(admin: string, kind: MessageKind): Promise<string> {
  const options = { params: { kind }, token: await bearer(admin) }
  return (await call('POST /messages/:kind/test', messageTest, options)).recipient
}
