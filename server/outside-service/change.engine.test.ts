import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { serviceSetting } from '#server/database/schema/outside-service.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

const password = 'the password of the mail server'
let server: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  server = await openTestApp()
  headers = (await server.person({ role: 'admin' })).bearer
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.database.db.delete(serviceSetting)
})

const change = (payload: object) => server.app.inject({ method: 'PATCH', url: '/outsideServices', headers, payload })

it.each([
  [{ smtpServer: 'mail.example' }, 'smtpServer'],
  [{ smtpServer: 'smtps://desk:password@mail.example' }, 'smtpServer'],
  [{ mailFrom: 'desk' }, 'mailFrom'],
  [{ smtpPassword: password }, 'smtpUser'],
  [{ smtpUser: 'desk' }, 'smtpServer'],
  [{ textApi: 'http://texts.example' }, 'textApi'],
  [{ textAccount: 'AC1', textFrom: '+12125550100' }, 'textToken'],
  [{ textFrom: 'a sender of many words' }, 'textFrom'],
  [{ stripeSecretKey: 'pk_test_1' }, 'stripeSecretKey'],
  [{ stripeSecretKey: 'sk_test_1', stripePublishableKey: 'pk_test_1' }, 'stripeWebhookSecret'],
  [
    { stripeSecretKey: 'sk_live_1', stripePublishableKey: 'pk_test_1', stripeWebhookSecret: 'whsec_1' },
    'stripePublishableKey',
  ],
])('%j is refused, and the answer names %s', async (payload, field) => {
  const answer = await change(payload)
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().errors)).toEqual([field])
  expect(await server.database.db.select().from(serviceSetting)).toEqual([])
})

it('a stored secret is not sent to another address', async () => {
  await change({ smtpServer: 'smtp://localhost:1', smtpUser: 'desk', smtpPassword: password })
  const answer = await change({ smtpServer: 'smtp://elsewhere.example' })
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['smtpPassword']])
  expect((await change({ smtpServer: 'smtp://elsewhere.example', smtpPassword: password })).statusCode).toBe(200)
})
