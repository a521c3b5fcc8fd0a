import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'
import { passwordCalls } from '#server/testing/password-calls.ts'
import { bearerOf } from '#server/testing/sessions.ts'

// The address of a feed is a credential: it ends with the others.

let server: TestApp
let staff: TestStaff
let calls: ReturnType<typeof passwordCalls>
beforeAll(async () => {
  server = await openTestApp()
  staff = await openTestStaff(server)
  calls = passwordCalls(server)
})
afterAll(() => server.close())

async function subscribed() {
  const person = await calls.confirmed()
  const bearer = await bearerOf(server, person.cookie, person.email)
  return { ...person, bearer, feed: await addressOf(bearer) }
}
type Person = Awaited<ReturnType<typeof subscribed>>

async function addressOf(headers: { authorization: string }): Promise<string> {
  const response = await server.app.inject({ method: 'PUT', url: '/calendar/feed', headers })
  return new URL(response.json().url).pathname
}
const statusOf = async (url: string) => (await server.app.inject(url)).statusCode
const remove = (url: string, headers: Record<string, string>) =>
  server.app.inject({ method: 'DELETE', url, headers: { origin: server.origin, ...headers } })

const ways: Record<string, (person: Person) => Promise<{ statusCode: number }>> = {
  'a change of password': ({ cookie }) =>
    calls.post('change-password', { currentPassword: 'secret1', newPassword: 'another1' }, { cookie }),
  'a reset': async ({ email }) => calls.reset(await calls.resetToken(email), 'another1'),
  'signing out all other devices': ({ cookie }) => remove('/api/auth/devices', { cookie }),
  'staff who sign the person out': ({ email }) => remove(`/user/sessions/${email}`, staff.admin.bearer),
}

it.each(Object.keys(ways))('%s ends the address of the feed, and of no other', async (way) => {
  const [ann, other] = [await subscribed(), await subscribed()]
  expect([await statusOf(ann.feed), await statusOf(other.feed)]).toEqual([200, 200])
  const ended = await ways[way]?.(ann)
  expect([200, 204]).toContain(ended?.statusCode)
  expect([await statusOf(ann.feed), await statusOf(other.feed)]).toEqual([404, 200])
})

it('after signing out all other devices there is a new address', async () => {
  const ann = await subscribed()
  await ways['signing out all other devices']?.(ann)
  const feed = await addressOf(ann.bearer)
  expect(feed).not.toBe(ann.feed)
  expect(await statusOf(feed)).toBe(200)
})
