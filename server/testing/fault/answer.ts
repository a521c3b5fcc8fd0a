import type { Client } from '../outside/client.ts'

/** The answer to a call. */
export type Sent = {
  status: number
  body: string
  type: string | null
  retryAfter: string | null
  age: string | null
  /** The first cookie that it sets: name and value. */
  cookie: string | null
}

/** A call and its answer. `at`: when it was answered, in ms since the work began. */
export type Answer = Sent & { call: 'book' | 'cancel' | 'read'; ms: number; at: number }

const hangMs = 60_000

/** Sends a call of a patient. `status` 0: there was no answer within a minute, because of the network error `body`. */
export function send(client: Pick<Client, 'send'>, method: string, path: string, body?: object): Promise<Sent> {
  return sendWith(() => client.send(method, path, body, hangMs))
}

/** Reads the answer of `call`. `status` 0: there was none, because of the network error `body`. */
export async function sendWith(call: () => Promise<Response>): Promise<Sent> {
  try {
    const answer = await call()
    const { status, headers } = answer
    const [cookie] = headers.getSetCookie().map((line) => line.split(';')[0] ?? null)
    return {
      ...{ status, type: headers.get('content-type'), retryAfter: headers.get('retry-after'), age: headers.get('age') },
      cookie: cookie ?? null,
      body: await answer.text(),
    }
  } catch (error) {
    return { status: 0, type: null, retryAfter: null, age: null, cookie: null, body: codeOf(error) }
  }
}

/** Whether a call succeeded and its answer arrived whole. */
export function isDone({ status, body }: Pick<Sent, 'status' | 'body'>): boolean {
  return status >= 200 && status < 300 && body !== ''
}

/** Whether the server did nothing, and a patient may try again. */
export function isRefused({ status, body }: Pick<Sent, 'status' | 'body'>): boolean {
  return (status === 0 && body === 'ECONNREFUSED') || (status === 503 && body.includes('Nothing was changed'))
}

/** Whether the patient can't know if the server did what they asked for. */
export function isUncertain(answer: Pick<Sent, 'status' | 'body'>): boolean {
  return (answer.status === 0 || answer.status >= 500) && !isRefused(answer)
}

/** Whether an answer says in a sentence that the server can't serve now, and when to try again. */
export function isBusy({ status, type, retryAfter, body }: Pick<Sent, 'status' | 'type' | 'retryAfter' | 'body'>) {
  return (
    status === 503 &&
    type?.startsWith('application/problem+json') &&
    Number(retryAfter) > 0 &&
    /please|before you try again/.test(body)
  )
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  return error.cause ? codeOf(error.cause) : String(code ?? error.message)
}
