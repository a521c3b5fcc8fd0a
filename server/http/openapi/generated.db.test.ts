import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz } from '#server/http/testing/fuzz/fuzz.ts'
import { describeFailure, leastSuccess, successOf } from '#server/http/testing/fuzz/report.ts'
import { operationsOf } from '#server/http/testing/operations.ts'
import { openGoogleTest } from '#server/testing/outside/google.ts'

// `npm run fuzz` sends more.
const count = 1_000
let server: Awaited<ReturnType<typeof openGoogleTest>>

beforeAll(async () => {
  server = await openGoogleTest()
  await server.listen()
})
afterAll(() => server.close())

it('every operation with a security scheme answers 401 without proof, and no other operation does', async () => {
  for (const { method, path, security, operationId } of operationsOf(
    (await server.app.inject('/openapi.json')).json(),
  )) {
    const url = path.replace(/\{\w+\}/g, 'x')
    const { statusCode } = await server.app.inject({ method: method as 'GET', url, headers: { origin: server.origin } })
    // A webhook's proof is its signature, and a request without one is answered 400.
    const isGuarded = security.some((each) => !('stripe' in each || 'textMessage' in each))
    expect(statusCode === 401, `${operationId} answered ${statusCode}`).toBe(isGuarded)
  }
})

it(`answers ${count} generated requests as described, without a server error and without a leak`, async () => {
  const report = await fuzz(server, { seed: 13, count })
  const { answered, failures } = report
  expect(failures.slice(0, 10).map(describeFailure).join('\n')).toBe('')
  const share = (status: number) => answered.filter((each) => each.status === status).length / count
  expect(successOf(report)).toBeGreaterThanOrEqual(leastSuccess)
  expect(share(400)).toBeGreaterThan(0.1)
  expect(share(401)).toBeGreaterThan(0.05)
  expect(share(201)).toBeGreaterThan(0)
})
