import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { cardProvider, ProviderOutOfReach } from './provider.ts'

let close: () => void = () => {}
afterEach(() => close())

it.each([
  ['is down', (answer: ServerResponse) => answer.destroy()],
  ['never answers', () => {}],
  ['answers 429', (answer: ServerResponse) => refuse(answer, 429, 'rate_limit_error')],
  ['answers 500', (answer: ServerResponse) => refuse(answer, 500, 'api_error')],
  ['answers 503 with a page', (answer: ServerResponse) => answer.writeHead(503).end('<h1>Sorry</h1>')],
  ['is still busy with the same call', (answer: ServerResponse) => refuse(answer, 409, 'invalid_request_error')],
  ['does not take the key', (answer: ServerResponse) => refuse(answer, 401, 'invalid_request_error')],
])(
  'a provider that %s counts as out of reach, for every call, soon',
  async (_what, behave) => {
    const cards = await providerThat(behave)
    const calls = [
      () => cards.findIntent('pi_1'),
      () => cards.createIntent({ amount: 59_00, patient: 'ann', description: 'Teeth Cleaning' }, 'key'),
      () => cards.cancelIntent('pi_1'),
      () => cards.refund('pi_1', 'key'),
    ]
    await Promise.all(calls.map((call) => expect(call()).rejects.toBeInstanceOf(ProviderOutOfReach)))
  },
  30_000,
)

it('an intent that the provider doesn’t know is no fault', async () => {
  const cards = await providerThat((answer) => refuse(answer, 404, 'invalid_request_error', 'resource_missing'))
  expect(await cards.findIntent('pi_1')).toBeUndefined()
})

it('a refund that was made before is no fault', async () => {
  const cards = await providerThat((answer) => refuse(answer, 400, 'invalid_request_error', 'charge_already_refunded'))
  expect(await cards.refund('pi_1', 'key')).toBeUndefined()
})

it('an intent that was paid meanwhile can not be cancelled', async () => {
  const code = 'payment_intent_unexpected_state'
  const cards = await providerThat((answer) => refuse(answer, 400, 'invalid_request_error', code))
  expect(await cards.cancelIntent('pi_1')).toBe(false)
})

async function providerThat(behave: (answer: ServerResponse) => void) {
  const server = createServer((_request, answer) => behave(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  const api = { host: '127.0.0.1', port, protocol: 'http' as const }
  return cardProvider({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', api }, 300)
}

function refuse(answer: ServerResponse, status: number, type: string, code?: string) {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { type, code } }))
}
