import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { tryCards } from './try.ts'

const ending: (() => unknown)[] = []
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

async function startStripe(livemode: boolean) {
  const server = createServer((request, response) => {
    const isRight = request.headers.authorization === 'Bearer sk_test_right'
    const body = isRight ? { object: 'balance', livemode } : { error: { message: 'Invalid API Key' } }
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' as const }
}

it('says in which mode Stripe accepts a key', async () => {
  const ask = async (livemode: boolean) => tryCards({ secretKey: 'sk_test_right', api: await startStripe(livemode) })
  expect(await ask(true)).toBe('Stripe accepts the secret key, in live mode.')
  expect(await ask(false)).toBe('Stripe accepts the secret key, in test mode: no card is charged.')
})

it('rejects with what Stripe says about a wrong key', async () => {
  const api = await startStripe(true)
  await expect(tryCards({ secretKey: 'sk_test_wrong', api })).rejects.toThrow('Invalid API Key')
})
