import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureOf } from '#server/text-message/provider.ts'

type Taken = { sid: string; to: string; body: string; status: string; error?: number }

export const textAccount = { TEXT_ACCOUNT: 'AC1', TEXT_TOKEN: 'a token of tests', TEXT_FROM: '+12125550100' }

/** Starts a stand-in for a provider's REST API. `fault` is what the next messages meet: `none`, a code with which the
 *  provider refuses them, or `silent`: it takes them and hangs up. */
export async function startTextProvider() {
  const taken: Taken[] = []
  let count = 0
  const state: { fault: 'none' | 'silent' | number } = { fault: 'none' }
  const shown = ({ sid, to, body, status, error }: Taken) => ({
    ...{ sid, to, body, status, num_segments: '2', price: status === 'delivered' ? '-0.01660' : null },
    ...{ price_unit: 'USD', error_code: error ?? null },
  })
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://provider')
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const expected = `Basic ${Buffer.from(`AC1:${textAccount.TEXT_TOKEN}`).toString('base64')}`
    if (request.headers.authorization !== expected) return answer(401, { code: 20003 })
    const one = /\/Messages\/(\w+)\.json$/.exec(url.pathname)?.[1]
    if (request.method === 'GET') {
      const found = taken.filter(({ sid, to }) => (one ? sid === one : to === url.searchParams.get('To')))
      return one ? answer(200, shown(found[0] as Taken)) : answer(200, { messages: found.map(shown) })
    }
    let text = ''
    for await (const part of request) text += part
    const params = new URLSearchParams(text)
    if (typeof state.fault === 'number') return answer(400, { code: state.fault, message: 'refused' })
    count += 1
    const message = { sid: `SM${count}`, to: params.get('To') ?? '', body: params.get('Body') ?? '' }
    taken.push({ ...message, status: 'queued' })
    if (state.fault === 'silent') return request.socket.destroy()
    return answer(201, shown({ ...message, status: 'queued' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ taken, state },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the request with which the provider reports to a webhook. */
    report: (address: string, params: Record<string, string>, token = textAccount.TEXT_TOKEN) => ({
      method: 'POST' as const,
      url: new URL(address).pathname,
      payload: new URLSearchParams(params).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(token, address, params),
      },
    }),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
export type TestTextProvider = Awaited<ReturnType<typeof startTextProvider>>
