import { createHmac } from 'node:crypto'
import { z } from 'zod/mini'
import { clinicToday } from '#contract/kit/time/clinic-date.ts'
import type { TextState } from '#contract/text-message.ts'
import { isSameText } from '#server/access/signature.ts'
import { writeToOutbox } from '#server/mail/outbox.ts'

/** The account at a provider with the REST API that Twilio has published and that others offer too. `from`: a number,
 *  or the id of a service that chooses one. */
export type TextAccount = { url: string; account: string; token: string; from: string }

/** What the provider says of a text message. `priceMicros`: millionths of `currency`. */
export type TextReport = {
  providerId: string
  state: TextState
  segments?: number | undefined
  priceMicros?: number | undefined
  currency?: string | undefined
  error?: string | undefined
}

/** A provider of text messages. */
export type TextProvider = {
  /** Sends a message. Resolves to what the provider says, or to its code if it refuses the number for good.
   *  @throws if the provider is out of reach, busy or does not answer: it may have the message */
  send: (message: { id: string; to: string; body: string }) => Promise<TextReport | { refused: string }>
  /** Finds a message that may have been sent before, by its text; undefined if the provider has none. */
  find: (message: { to: string; body: string; since: Date }) => Promise<TextReport | undefined>
  /** Reads what became of a message. */
  read: (providerId: string) => Promise<TextReport>
  /** Tells whether the provider signed a request (Twilio, "Validating Signatures from Twilio"). */
  isSigned: (request: SignedRequest) => Promise<boolean>
}
type SignedRequest = { url: string; params: Record<string, string>; signature: string }

// A job sends one message at a time, so that a silent provider must not hold it for long.
const timeoutMs = 10_000

const message = z.object({
  sid: z.string(),
  status: z.string(),
  body: z.optional(z.string()),
  num_segments: z.optional(z.nullable(z.string())),
  price: z.optional(z.nullable(z.string())),
  price_unit: z.optional(z.nullable(z.string())),
  error_code: z.optional(z.nullable(z.number())),
})
const messageList = z.object({ messages: z.array(message) })
const refusal = z.object({ code: z.number() })

const states: Record<string, TextState> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Returns what a status of the provider means: on its way, unless it says more. */
export function stateOf(status: string): TextState {
  return states[status] ?? 'sent'
}

/** Opens the provider of an account. `statusUrl`: where it reports what became of messages. */
export function openTextProvider(
  { url, account, token, from }: TextAccount,
  { statusUrl }: { statusUrl: string },
): TextProvider {
  const messages = `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages`
  const authorization = authorizationOf(account, token)
  const ask = (address: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { authorization }, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  const read = async (address: string): Promise<unknown> => {
    const response = await ask(address)
    if (!response.ok) throw new Error('The provider of text messages does not answer', { cause: codeOf(response) })
    return response.json()
  }
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

  return {
    send: async ({ to, body }) => {
      const params = new URLSearchParams({ ...sender, To: to, Body: body, StatusCallback: statusUrl })
      const response = await ask(`${messages}.json`, { method: 'POST', body: params })
      if (response.ok) return toReport(message.parse(await response.json()))
      const said = refusal.safeParse(await response.json().catch(() => undefined))
      if (response.status === 400 && said.success) return { refused: String(said.data.code) }
      throw new Error('The provider of text messages took none', { cause: codeOf(response) })
    },
    find: async ({ to, body, since }) => {
      const day = clinicToday(since, 'UTC')
      const query = new URLSearchParams({ To: to, 'DateSent>': day, PageSize: '100' })
      const { messages: listed } = messageList.parse(await read(`${messages}.json?${query}`))
      const found = listed.find((each) => each.body === body)
      return found && toReport(found)
    },
    read: async (providerId) =>
      toReport(message.parse(await read(`${messages}/${encodeURIComponent(providerId)}.json`))),
    isSigned: async ({ url: asked, params, signature }) => isSameText(signatureOf(token, asked, params), signature),
  }
}

const codeOf = ({ status }: Response) => ({ code: status })

function toReport(said: z.infer<typeof message>): TextReport {
  return {
    providerId: said.sid,
    state: stateOf(said.status),
    ...(said.num_segments && { segments: Number(said.num_segments) }),
    ...(said.price && { priceMicros: Math.round(Math.abs(Number(said.price)) * 1e6) }),
    ...(said.price_unit && { currency: said.price_unit.toUpperCase() }),
    ...(said.error_code && { error: String(said.error_code) }),
  }
}

/** Returns the signature of a request: of its address and, in the order of their names, its parameters. */
export function signatureOf(token: string, url: string, params: Record<string, string>): string {
  const names = Object.keys(params).toSorted()
  const text = url + names.map((name) => name + params[name]).join('')
  return createHmac('sha1', token).update(text).digest('base64')
}

/** A provider for a server without an account: it writes text messages as files beside the emails, and sends none. */
export function textOutbox(folder: string): TextProvider {
  return {
    send: async ({ id, to, body }) => {
      await writeToOutbox(folder, `${id}.txt`, `To: ${to}\n\n${body}\n`)
      return { providerId: `outbox-${id}`, state: 'kept' }
    },
    find: async () => undefined,
    read: async (providerId) => ({ providerId, state: 'kept' }),
    isSigned: async () => false,
  }
}

/** A provider that is always the one of the current account, or `outbox` without one. */
export function followTextProvider(
  account: () => Promise<TextAccount | undefined>,
  { statusUrl, outbox }: { statusUrl: string; outbox: TextProvider },
): TextProvider {
  const current = async () => {
    const known = await account()
    return known ? openTextProvider(known, { statusUrl }) : outbox
  }
  return {
    send: async (message) => (await current()).send(message),
    find: async (message) => (await current()).find(message),
    read: async (providerId) => (await current()).read(providerId),
    isSigned: async (request) => (await current()).isSigned(request),
  }
}

/** Asks the provider for the account. Returns its name, empty if it has none. @throws if the provider refuses */
export async function readTextAccount({ url, account, token }: TextAccount): Promise<string> {
  const authorization = authorizationOf(account, token)
  const response = await fetch(`${url}/2010-04-01/Accounts/${encodeURIComponent(account)}.json`, {
    ...{ headers: { authorization }, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) },
  })
  if (response.status === 401 || response.status === 403) throw new Error('the account or the token is wrong')
  if (!response.ok) throw new Error(`it answered with ${response.status}`)
  const found = z.object({ friendly_name: z.string() }).safeParse(await response.json().catch(() => undefined))
  return found.success ? found.data.friendly_name.slice(0, 100) : ''
}

const authorizationOf = (account: string, token: string) =>
  `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
