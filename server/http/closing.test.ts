import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeWithLastRequest } from './closing.ts'
import { answerErrorsWithProblems } from './problem.ts'

it('close() waits for requests in progress, but not for idle or unused connections', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  closeWithLastRequest(app)
  let release = () => {}
  const entered = new Promise<void>((resolve) => {
    app.post('/slow', () => {
      resolve()
      return new Promise((answer) => {
        release = () => answer('done')
      })
    })
  })
  app.post('/', async () => 'ok')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const post = (path: string) =>
    new Promise((resolve, reject) => {
      const sent = request(url + path, { method: 'POST', agent }, (answer) => answer.resume().on('end', resolve))
      sent.on('error', reject).end()
    })
  await post('/')
  const slow = post('/slow')
  await entered
  const accepted = once(app.server, 'connection')
  const unused = connect(Number(new URL(url).port), '127.0.0.1')
  await accepted
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  release()
  await slow
  await closed

  unused.destroy()
  agent.destroy()
}, 20_000)

it.each([
  ['serves a read', 'GET', /HTTP\/1\.1 200[\s\S]*connection: close[\s\S]*done$/i],
  ['refuses a change with a problem', 'POST', /HTTP\/1\.1 503[\s\S]*retry-after: \d[\s\S]*The server is restarting\./i],
])(
  '%s that arrives on an open connection after the close began',
  async (_what, method, expected) => {
    const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
    answerErrorsWithProblems(app)
    closeWithLastRequest(app)
    const entered = Promise.withResolvers<void>()
    const held = Promise.withResolvers<string>()
    const slow = () => {
      entered.resolve()
      return held.promise
    }
    app.get('/slow', slow)
    app.post('/slow', slow)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    const ended = once(socket, 'close')
    const send = (by: string) => socket.write(`${by} /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`)
    send('GET')
    await entered.promise
    const arrived = once(app.server, 'request')
    const closed = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    send(method)
    await arrived
    held.resolve('done')
    await Promise.all([closed, ended])
    expect(text.split('done')[0]).toContain('HTTP/1.1 200')
    expect(text.slice(text.lastIndexOf('HTTP/1.1'))).toMatch(expected)
  },
  20_000,
)
