import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { cardProvider, ProviderUnavailable } from './provider.ts'

const refund = {
  intent: 'pi_1',
  amount: 59_00,
  currency: 'usd',
  refund: '019a0000-0000-7000-8000-000000000000',
  attempt: 1,
}

let close: () => void = () => {}
afterEach(() => close())

it.each([
  ['is down', (response: ServerResponse) => response.destroy()],
  ['never responds', () => {}],
  ['responds with 429', (response: ServerResponse) => refuse(response, 429, 'rate_limit_error')],
  ['responds with 500', (response: ServerResponse) => refuse(response, 500, 'api_error')],
  ['responds with a 503 page', (response: ServerResponse) => response.writeHead(503).end('<h1>Sorry</h1>')],
  ['is still busy with the same call', (response: ServerResponse) => refuse(response, 409, 'invalid_request_error')],
  ['rejects the API key', (response: ServerResponse) => refuse(response, 401, 'invalid_request_error')],
])(
  'every call to a provider that %s throws ProviderUnavailable within its timeout',
  async (_case, respond) => {
    const cards = await openProvider(respond)
    const calls = [
      () => cards.findIntent('pi_1'),
      () =>
        cards.createIntent({ amount: 59_00, currency: 'usd', patient: 'ann', description: 'Teeth Cleaning' }, 'key'),
      () => cards.cancelIntent('pi_1'),
      () => cards.refund(refund, 'key'),
      () => cards.listRefunds('pi_1'),
      () => cards.findDispute('pi_1'),
    ]
    await Promise.all(calls.map((call) => expect(call()).rejects.toBeInstanceOf(ProviderUnavailable)))
  },
  30_000,
)

it('findIntent returns undefined for an id that the provider does not know', async () => {
  const cards = await openProvider((response) => refuse(response, 404, 'invalid_request_error', 'resource_missing'))
  expect(await cards.findIntent('pi_1')).toBeUndefined()
})

it('refund returns the code of a refusal', async () => {
  const code = 'charge_already_refunded'
  const cards = await openProvider((response) => refuse(response, 400, 'invalid_request_error', code))
  expect(await cards.refund(refund, 'key')).toBe(code)
})

it('cancelIntent returns false for an intent that is already paid', async () => {
  const code = 'payment_intent_unexpected_state'
  const cards = await openProvider((response) => refuse(response, 400, 'invalid_request_error', code))
  expect(await cards.cancelIntent('pi_1')).toBe(false)
})

async function openProvider(respond: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => respond(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  const api = { host: '127.0.0.1', port, protocol: 'http' as const }
  return cardProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', api }, 300)
}

function refuse(response: ServerResponse, status: number, type: string, code?: string) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { type, code } }))
}
