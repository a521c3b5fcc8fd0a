import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Instance = { url: string; agent: Agent; failures: number; isUp: boolean }

const checkEveryMs = 1_000
const fall = 2

/** Opens a proxy before instances that does what deploy/cluster/haproxy.cfg tells HAProxy: it keeps connections open,
 *  asks `/readyz` once a second, takes an instance out after two failures and in after one success, and sends a request
 *  that no instance had, or a read that one did not answer, to the next. */
export async function openBalancer(urls: readonly string[]) {
  const instances = urls.map(
    (url): Instance => ({ url, agent: new Agent({ keepAlive: true }), failures: fall, isUp: false }),
  )
  let turn = 0
  const next = (tried: readonly Instance[]) => {
    const others = instances.filter((each) => !tried.includes(each))
    const up = others.filter(({ isUp }) => isUp)
    turn += 1
    return up.length > 0 ? up[turn % up.length] : others[turn % others.length]
  }
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tried: readonly Instance[]) => {
    const instance = next(tried)
    if (!instance) return outgoing.writeHead(502).end('no instance answered')
    const { method = 'GET', url: path = '/', headers } = incoming
    const sent = request(new URL(path, instance.url), { method, headers, agent: instance.agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) return outgoing.destroy()
      const mayRepeat = method === 'GET' || error.code === 'ECONNREFUSED'
      if (mayRepeat) forward(incoming, outgoing, body, [...tried, instance])
      else outgoing.writeHead(502).end('not answered')
    })
    sent.end(body)
  }
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    forward(incoming, outgoing, Buffer.concat(parts), [])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const check = async (instance: Instance) => {
    const answer = await fetch(`${instance.url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
    instance.failures = answer?.ok ? 0 : instance.failures + 1
    instance.isUp = instance.failures === 0 || (instance.isUp && instance.failures < fall)
  }
  await Promise.all(instances.map(check))
  const timers = instances.map((instance) => setInterval(check, checkEveryMs, instance))

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Returns whether all instances are in. */
    isWhole: () => instances.every(({ isUp }) => isUp),
    close: () => {
      for (const timer of timers) clearInterval(timer)
      for (const { agent } of instances) agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
