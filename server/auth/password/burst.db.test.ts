import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Server, startServer } from '#server/testing/server-process.ts'

// Its database works in the server's own thread; PostgreSQL does not.
const isEmbedded = inject('engine').kind === 'pglite'
let server: Server
beforeAll(async () => {
  if (isEmbedded) server = await startServer({ env: { RATE_LIMIT: 'on', DEMO: 'on' } })
})
afterAll(() => server?.stop())

const people = Array.from({ length: 100 }, () => ({
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
  'a hundred sign-ups at once from one address succeed, then as many logins, and bystanders are served throughout',
  async () => {
    const someone = await post('sign-up/email', { ...people[0], email: `${randomUUID()}@example.org` })
    const cookie = someone.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    let going = true
    const watch = async (path: string) => {
      const answers = []
      while (going) {
        const answer = await fetch(server.url + path, { headers: { cookie } })
        await answer.arrayBuffer()
        answers.push(answer)
        await sleep(20)
      }
      return answers
    }
    const bystanders = ['/available?date=May 1, 2027', '/api/auth/account', '/healthz'].map(watch)
    const done = []
    for (const call of ['sign-up/email', 'sign-in/email'])
      done.push(await Promise.all(people.map((person) => post(call, person))))
    going = false
    expect(done.map(statuses)).toEqual([[200], [200]])
    for (const answers of await Promise.all(bystanders)) {
      // One at a time each: were they served after the others, there would be two or three.
      expect(answers.length).toBeGreaterThan(20)
      expect(statuses(answers)).toEqual([200])
    }
  },
)
