import type { CancelReason } from '#contract/booking/change-booking.ts'
import type { Treatment } from '#contract/treatment.ts'
import { intentIn, typedCard } from '../payment.ts'
import { fetchWhileBusy } from '../sessions.ts'

/** A booking as lists contain it; amounts in dollars. */
type Listed = {
  _id: string
  date: string
  slot: string
  price: number
  paid?: boolean
  transactionId?: string
  refunding?: number
  refunded?: number
  cancelledAt?: string
}

/** The password of the patients. */
export const password = 'secret1'

/** Signs a new patient up at a server and returns their calls. A call that is not answered with success throws.
 *  `origin`: of the pages, if they are at another address. */
export async function signUpPatient(url: string, email = 'ann@example.org', origin = url) {
  return openClient(url, email, 'sign-up', { name: 'Ann', password }, origin)
}

/** Signs a patient in at another address of the clinic whose pages are at `origin`. */
export function signInPatient(url: string, email: string, origin: string) {
  return openClient(url, email, 'sign-in', { password }, origin)
}

/** Signs the demo admin in. */
export function signInStaff(url: string) {
  return openClient(url, 'admin@example.com', 'sign-in', { password: 'demo-admin' })
}

async function openClient(url: string, email: string, entry: 'sign-up' | 'sign-in', account: object, origin = url) {
  const call = (method: string, path: string, body?: object, more: RequestInit = {}) =>
    fetch(url + path, {
      ...more,
      method,
      headers: { origin, ...(body && { 'content-type': 'application/json' }), ...more.headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await call(method, path, body, { headers })
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return answer
  }
  // A server can be overloaded right after its start.
  const signedIn = await fetchWhileBusy(() => call('POST', `/api/auth/${entry}/email`, { ...account, email }))
  if (!signedIn.ok) throw new Error(`${entry} was answered with ${signedIn.status}: ${await signedIn.text()}`)
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const issued = await send('PUT', `/user/${email}`, { email }, { cookie: cookies.join('; ') })
  const authorization = `Bearer ${((await issued.json()) as { token: string }).token}`
  const request = (method: string, path: string, body?: object) => send(method, path, body, { authorization })
  const list = async (more = '') =>
    (await (await request('GET', `/booking?patient=${email}${more}`)).json()) as Listed[]

  return {
    email,
    authorization,
    request,
    /** Sends a call and returns its answer, whatever its status. Throws if there is none after `timeoutMs`. */
    send: (method: string, path: string, body: object | undefined, timeoutMs: number) =>
      call(method, path, body, { headers: { authorization }, signal: AbortSignal.timeout(timeoutMs) }),
    list,
    listAll: () => list('&cancelled=true'),
    unpaid: async () => (await list()).filter(({ paid }) => !paid).map(({ _id }) => _id),
    treatments: async () => (await (await request('GET', '/service')).json()) as Treatment[],
    book: async (wanted: object) => {
      const made = await request('POST', '/booking', { ...wanted, patient: email, phone: '1' })
      return ((await made.json()) as { booking: Listed }).booking._id
    },
    move: (id: string, date: string, slot: string) => request('PATCH', `/booking/${id}/time`, { date, slot }),
    cancel: (id: string, reason: CancelReason = 'ill') => request('POST', `/booking/${id}/cancel`, { reason }),
    /** Requests an intent and confirms it with a card, as the provider's frame does. Returns the intent's id. */
    charge: async (appointment: string, price = 59) => {
      const made = await request('POST', '/create-payment-intent', { price, appointment })
      const { clientSecret } = (await made.json()) as { clientSecret: string }
      const intent = intentIn(clientSecret)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = typedCard(clientSecret)
      const path = `${url}/sandbox/stripe/v1/payment_intents/${intent}/confirm`
      const answer = await fetch(path, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`the card was answered with ${answer.status}`)
      return intent
    },
    report: (appointment: string, transactionId: string) =>
      request('PATCH', `/booking/${appointment}`, { appointment, transactionId }),
  }
}
export type Client = Awaited<ReturnType<typeof openClient>>
