import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '#contract/kit/problem.ts'
import { openHaproxies, serversUp } from './haproxy.ts'
import { findProgram } from './machine.ts'
import type { Part } from './part.ts'
import { haproxyEnv, haproxyFile } from './recipes.ts'
import { createState, type Machine, type State } from './state.ts'

const program = process.platform === 'linux' ? findProgram('haproxy') : undefined
const unchanged = 'The clinic is not reachable at the moment. Nothing was changed; please try again.'

describe.skipIf(!program)('deploy/cluster/haproxy.cfg, on Linux with HAProxy', () => {
  let state: State
  let machine: Machine
  let haproxy: Part
  let app: Server
  let respond: RequestListener
  const asked: string[] = []

  beforeAll(async () => {
    const folder = join(tmpdir(), `clinic-haproxy-${randomBytes(4).toString('hex')}`)
    const none = { etcd: '', postgresBin: '', patroni: [], patronictl: [], patroniVersion: '' }
    state = await createState(folder, { ...none, haproxy: program ?? '' }, {})
    machine = state.machines[0] as Machine
    haproxy = openHaproxies(state)[0] as Part
    haproxy.start()
    app = createServer((request, response) => {
      if (request.url?.endsWith('z')) return response.end()
      asked.push(`${request.method} ${request.url}`)
      return respond(request, response)
    })
  })
  beforeEach(() => {
    asked.length = 0
  })
  afterAll(async () => {
    app.closeAllConnections()
    app.close()
    await haproxy.kill('SIGTERM')
    rmSync(state.folder, { recursive: true })
  })

  // On a connection of its own: after the first request of a connection, HAProxy closes it instead of sending 502.
  const call = async (method = 'GET', headers: Record<string, string> = {}) => {
    const url = `http://127.0.0.1:${state.ports.site}/service`
    const [answer] = await once(request(url, { method, headers, agent: false }).end(), 'response')
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  const readProblem = ({ headers, body }: Awaited<ReturnType<typeof call>>) => {
    expect(headers['content-type']).toBe('application/problem+json')
    expect(headers['retry-after']).toBe('5')
    expect(headers['cache-control']).toBe('no-store')
    return problem.parse(JSON.parse(body))
  }
  const waitForApp = () => expect.poll(() => serversUp(state, machine, 'ready'), { timeout: 20_000 }).toEqual(['app_1'])

  test('is valid and causes no warning', () => {
    const env = { PATH: process.env.PATH, ...haproxyEnv(state, machine) }
    const { stdout, stderr } = spawnSync(program ?? '', ['-c', '-f', haproxyFile], { env, encoding: 'utf8' })
    expect(`${stdout}${stderr}`.trim()).toBe('Configuration file is valid')
  })

  test('without an app, every call is answered with a problem that says that nothing was changed', async () => {
    await expect.poll(async () => (await call()).status, { timeout: 20_000 }).toBe(503)
    for (const method of ['GET', 'POST']) {
      expect(readProblem(await call(method))).toMatchObject({ status: 503, detail: unchanged })
    }
  })

  test('an app gets the address of the visitor, and nothing that the visitor says about proxies', async () => {
    app.listen(state.ports.app, '127.0.0.1')
    await waitForApp()
    respond = ({ headers }, response) => void response.end(JSON.stringify(headers))
    const claims = { 'x-forwarded-for': '8.8.8.8', 'x-forwarded-host': 'evil.example', 'x-request-id': '1234567890' }
    const received = JSON.parse((await call('GET', { ...claims, 'x-forwarded-proto': 'https' })).body)
    expect(received['x-forwarded-for']).toBe('127.0.0.1')
    for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'x-request-id']) expect(received[name]).toBeUndefined()
  })

  test('one network has 300 connections, and a request whose body does not arrive reaches no app', async () => {
    await waitForApp()
    respond = (_request, response) => void response.end('free times')
    const sockets = Array.from({ length: 310 }, () => {
      const socket = connect(state.ports.site, '127.0.0.1').on('error', () => undefined)
      socket.write('POST /service HTTP/1.1\r\nHost: clinic\r\nContent-Length: 9\r\n\r\n{')
      return socket
    })
    const held = () => sockets.filter(({ destroyed }) => !destroyed)
    await expect.poll(() => held().length, { timeout: 8_000 }).toBe(300)
    const [slow] = held()
    expect(slow && (await text(slow))).toMatch(/^HTTP\/1.1 408 /)
    expect(asked).toEqual([])
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await call().catch(() => undefined))?.body, { timeout: 20_000 }).toBe('free times')
  }, 60_000)

  test('a change that no app answers is sent once, and the problem says that we do not know', async () => {
    await waitForApp()
    respond = (request) => request.socket.destroy()
    const detail = 'The clinic did not answer. Your change may or may not be saved; please check before you try again.'
    expect(readProblem(await call('POST'))).toMatchObject({ status: 502, title: 'Bad Gateway', detail })
    expect(asked).toEqual(['POST /service'])
  })

  test('a read that no app answers is tried again', async () => {
    await waitForApp()
    respond = (request, response) => void (asked.length === 1 ? request.socket.destroy() : response.end('free times'))
    expect(await call()).toMatchObject({ status: 200, body: 'free times' })
    respond = (request) => void request.socket.destroy()
    const failed = await call()
    expect(failed.status).toBe(502)
    expect(readProblem(failed).detail).toBe('The clinic did not answer. Please try again.')
  })
})
