import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Server, startServer } from '#server/testing/server-process.ts'

// Only the embedded database runs in the server's own thread.
const isEmbedded = inject('engine').kind === 'pglite'
let server: Server
beforeAll(async () => {
  if (isEmbedded) server = await startServer({ env: { RATE_LIMIT: 'on', DEMO: 'on' } })
})
afterAll(() => server?.stop())

const users = Array.from({ length: 100 }, () => ({
  name: 'Ann',
  email: `${randomUUID()}@example.org`,
  password: '123456',
}))

async function post(call: string, body: object) {
  const headers = { origin: server.url, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/auth/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return answer
}

const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

it.runIf(isEmbedded)(
  'a hundred concurrent sign-ups from one address succeed, then as many sign-ins, and other requests are served meanwhile',
  async () => {
    const observer = await post('sign-up/email', { ...users[0], email: `${randomUUID()}@example.org` })
    const cookie = observer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    let isRunning = true
    const poll = async (path: string) => {
      const answers = []
      while (isRunning) {
        const answer = await fetch(server.url + path, { headers: { cookie } })
        await answer.arrayBuffer()
        answers.push(answer)
        await sleep(20)
      }
      return answers
    }
    const polls = ['/available?date=May 1, 2027', '/api/auth/account', '/healthz'].map(poll)
    const done = []
    for (const call of ['sign-up/email', 'sign-in/email'])
      done.push(await Promise.all(users.map((user) => post(call, user))))
    isRunning = false
    expect(done.map(statuses)).toEqual([[200], [200]])
    for (const answers of await Promise.all(polls)) {
      // Each path is polled one request at a time: waiting behind the burst would leave two or three.
      expect(answers.length).toBeGreaterThan(20)
      expect(statuses(answers)).toEqual([200])
    }
  },
)
