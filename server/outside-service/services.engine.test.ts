import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutsideService, ServiceTest, SettingName } from '#contract/outside-service.ts'
import { session } from '#server/database/schema/auth.ts'
import { serviceSetting } from '#server/database/schema/outside-service.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { smtpServer } from '#server/testing/outside/smtp-server.ts'
import { startTextProvider, textAccount } from '#server/testing/outside/text-provider.ts'

const password = 'the password of the mail server'
const lines: string[] = []
const logTo = { write: (line: string) => void lines.push(line) }
const ending: (() => Promise<unknown>)[] = []
let server: TestApp
let admin: Awaited<ReturnType<TestApp['person']>>

beforeAll(async () => {
  server = await openTestApp({ logTo, env: { LOG_LEVEL: 'debug' } })
  admin = await server.person({ role: 'admin', name: 'Ada Admin' })
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const end of ending.splice(0)) await end()
  await server.database.db.delete(serviceSetting)
  await server.heard()
})
afterAll(async () => {
  for (const end of ending.splice(0)) await end()
})

type Headers = Record<string, string>
const list = (app = server, { bearer } = admin) => app.app.inject({ url: '/outsideServices', headers: bearer })
const change = (payload: object, { app = server, headers = admin.bearer as Headers } = {}) =>
  app.app.inject({ method: 'PATCH', url: '/outsideServices', headers, payload })
const tryIt = async (kind: string, app = server) =>
  (
    await app.app.inject({ method: 'POST', url: `/outsideServices/${kind}/test`, headers: admin.bearer })
  ).json<ServiceTest>()
const serviceIn = (response: { json: <T>() => T }, kind: string) =>
  response.json<OutsideService[]>().find((each) => each.kind === kind)
const settingIn = (response: { json: <T>() => T }, name: SettingName) =>
  response
    .json<OutsideService[]>()
    .flatMap(({ settings }) => settings)
    .find((each) => each.name === name)

async function startSmtp() {
  const smtp = await smtpServer()
  await smtp.start()
  ending.push(smtp.stop)
  return smtp
}

/** Opens another instance on the same database. */
async function openAnother(options: Parameters<typeof openTestApp>[0] = {}) {
  const another = await openTestApp({ database: server.database, ...options })
  ending.push(another.close)
  return another
}

it('without anything set, nothing is in use and nothing is set', async () => {
  const answer = await list()
  expect(answer.json<OutsideService[]>().map(({ kind, state }) => [kind, state])).toEqual([
    ['mail', 'none'],
    ['texts', 'none'],
    ['cards', 'none'],
  ])
  expect(settingIn(answer, 'smtpPassword')).toEqual({ name: 'smtpPassword', isSet: false })
})

it('a mail server that is set gets the next email of every instance, without a restart', async () => {
  const another = await openAnother()
  await another.app.inject({ url: '/outsideServices', headers: admin.bearer })
  const [first, second] = [await startSmtp(), await startSmtp()]
  expect((await change({ smtpServer: first.url, mailFrom: 'desk@clinic.example' })).statusCode).toBe(200)
  await another.heard()
  const person = await another.signUp({ name: 'Ann', email: 'ann@example.com', password: 'a long password of hers' })
  expect(person.answer.statusCode).toBe(200)
  await expect.poll(() => first.emails.map(({ to }) => to), { timeout: 20_000 }).toEqual(['ann@example.com'])
  expect(first.emails[0]?.source).toContain('desk@clinic.example')

  await change({ smtpServer: second.url })
  await another.heard()
  await another.signUp({ name: 'Bob', email: 'bob@example.com', password: 'a long password of his' })
  await expect.poll(() => second.emails.map(({ to }) => to), { timeout: 20_000 }).toEqual(['bob@example.com'])

  await change({ smtpServer: '', mailFrom: '' })
  await another.heard()
  await another.signUp({ name: 'Eve', email: 'eve@example.com', password: 'a long password of hers' })
  const kept = () => server.database.executeSql(`SELECT result FROM mail WHERE recipient = 'eve@example.com'`)
  await expect.poll(async () => (await kept()).rows, { timeout: 20_000 }).toEqual([{ result: 'kept' }])
})

it('no answer, row, line of the log or entry of the trail contains a secret', async () => {
  const secrets = {
    smtpPassword: password,
    textToken: 'the token of texts',
    stripeSecretKey: 'sk_test_secret1',
    stripeWebhookSecret: 'whsec_secret1',
  }
  lines.splice(0)
  const answer = await change({
    ...secrets,
    ...{ smtpServer: 'smtp://localhost:1', smtpUser: 'desk', textAccount: 'AC1', textFrom: '+12125550100' },
    stripePublishableKey: 'pk_test_1',
  })
  expect(answer.statusCode).toBe(200)
  const tried = await Promise.all(['mail', 'cards'].map((kind) => tryIt(kind)))
  const rows = await server.database.executeSql('SELECT * FROM service_setting')
  const trail = await server.database.executeSql('SELECT * FROM audit')
  const texts = [answer.body, (await list()).body, JSON.stringify([tried, rows.rows, trail.rows]), lines.join('')]
  for (const secret of Object.values(secrets)) for (const text of texts) expect(text).not.toContain(secret)
  expect(tried[0]).toMatchObject({ worked: false })
  expect(lines.length).toBeGreaterThan(0)
  expect(settingIn(answer, 'smtpPassword')).toEqual({
    ...{ name: 'smtpPassword', isSet: true, changedBy: admin.email },
    changedAt: new Date('2026-03-10T14:00:00Z').toISOString(),
  })
  expect(settingIn(answer, 'smtpUser')).toMatchObject({ value: 'desk' })
})

it('the trail says which settings changed and which were removed', async () => {
  await change({ smtpServer: 'smtp://localhost:1', smtpUser: 'desk', smtpPassword: password })
  await change({ smtpServer: 'smtp://localhost:1', smtpUser: 'desk2', smtpPassword: '' })
  const { rows } = await server.database.executeSql(
    `SELECT subject FROM audit WHERE action = 'change-outside-service' ORDER BY id DESC LIMIT 2`,
  )
  expect(rows).toEqual([
    { subject: 'mail user, mail password (removed)' },
    { subject: 'mail server, mail user, mail password' },
  ])
})

it('the environment wins, is shown as such, and can’t be changed here', async () => {
  const smtp = await startSmtp()
  await change({ smtpServer: 'smtp://localhost:1' })
  const url = `${smtp.url.replace('//', '//desk:hidden@')}?tls=hidden`
  const another = await openAnother({ env: { SMTP_URL: url, TEXT_API_URL: 'https://texts.example' } })
  const answer = await list(another)
  expect(settingIn(answer, 'smtpServer')).toEqual({
    ...{ name: 'smtpServer', isSet: true, environment: 'SMTP_URL', value: smtp.url },
  })
  expect(settingIn(answer, 'smtpPassword')).toEqual({ name: 'smtpPassword', isSet: true, environment: 'SMTP_URL' })
  expect(settingIn(answer, 'textApi')).toMatchObject({ environment: 'TEXT_API_URL', value: 'https://texts.example' })
  expect(answer.body).not.toContain('hidden')
  expect(serviceIn(answer, 'mail')?.state).toBe('used')
  const refused = await change({ smtpUser: 'desk' }, { app: another })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    409,
    { smtpUser: 'Set by SMTP_URL in the environment, which wins' },
  ])
  expect(await tryIt('mail', another)).toMatchObject({ worked: true, sentence: expect.stringContaining(admin.email) })
  expect(smtp.emails.map(({ to }) => to)).toEqual([admin.email])
})

it('after a change of the server’s secret, secrets are encrypted again, and without the previous one not readable', async () => {
  await change({ smtpServer: 'smtp://localhost:1', smtpUser: 'desk', smtpPassword: password })
  const before = await server.database.db.select().from(serviceSetting)
  const next = 'the next secret, which is just as long as the first one'
  const lost = await openAnother({ secret: next, logTo, env: { LOG_LEVEL: 'warn' } })
  const seen = await list(lost, await lost.person({ role: 'admin' }))
  expect(settingIn(seen, 'smtpPassword')).toMatchObject({ isSet: true, unreadable: true })
  expect(serviceIn(seen, 'mail')?.state).toBe('incomplete')
  expect(lines.join('')).toContain('the setting smtpPassword was encrypted with another AUTH_SECRET: enter it again')

  await openAnother({ secret: next, env: { AUTH_SECRET_PREVIOUS: server.secret } })
  const after = await server.database.db.select().from(serviceSetting)
  expect(after).not.toEqual(before)
  expect(after).toHaveLength(before.length)
  const later = await openAnother({ secret: next })
  const renewed = await list(later, await later.person({ role: 'admin' }))
  expect(settingIn(renewed, 'smtpPassword')).not.toHaveProperty('unreadable')
  expect(serviceIn(renewed, 'mail')?.state).toBe('used')
})

it('a copy of the data can ignore what the page says', async () => {
  const smtp = await startSmtp()
  await change({ smtpServer: smtp.url })
  const copy = await openAnother({ env: { PAGE_SERVICES: 'off' } })
  expect(serviceIn(await list(copy), 'mail')?.state).toBe('none')
  expect(await tryIt('mail', copy)).toMatchObject({ worked: false })
  expect(smtp.emails).toEqual([])
})

it('the provider of text messages is asked for the account, and signs its webhook with the token that is set', async () => {
  const provider = await startTextProvider()
  ending.push(provider.close)
  const { TEXT_ACCOUNT, TEXT_TOKEN, TEXT_FROM } = textAccount
  const settings = { textApi: provider.url, textAccount: TEXT_ACCOUNT, textFrom: TEXT_FROM }
  expect(await tryIt('texts')).toEqual({ worked: false, sentence: 'Nothing is tried, because it is not set.' })
  await change({ ...settings, textToken: 'a wrong one' })
  expect(await tryIt('texts')).toEqual({
    worked: false,
    sentence: 'The provider of text messages did not accept the account: the account or the token is wrong.',
  })
  const webhook = () =>
    server.app.inject(provider.report(`${server.origin}/webhook/text`, { From: '+12125550111', Body: 'STOP' }))
  expect((await webhook()).statusCode).toBe(400)
  await change({ textToken: TEXT_TOKEN })
  expect(await tryIt('texts')).toMatchObject({ worked: true })
  expect((await webhook()).statusCode).toBe(200)
})

it('Stripe’s keys wait for the next start, which uses them', async () => {
  const keys = {
    stripePublishableKey: 'pk_test_1',
    stripeSecretKey: 'sk_test_secret1',
    stripeWebhookSecret: 'whsec_secret1',
  }
  expect(serviceIn(await change(keys), 'cards')).toMatchObject({ state: 'waits', isTest: true })
  const later = await openAnother({ env: { SANDBOX: 'google,stripe' } })
  expect(serviceIn(await list(later), 'cards')?.state).toBe('used')
  await change({ stripePublishableKey: '', stripeSecretKey: '', stripeWebhookSecret: '' })
  expect(serviceIn(await list(later), 'cards')?.state).toBe('waits')
  expect(serviceIn(await list(), 'cards')?.state).toBe('none')
})

it('a change needs a fresh proof of identity, a look does not', async () => {
  const colleague = await server.person({ role: 'admin' })
  await server.database.db
    .update(session)
    .set({ confirmedAt: sql`now() - interval '2 hours'` })
    .where(sql`${session.id} = ${colleague.sessionId}`)
  expect((await change({ smtpUser: '' }, { headers: colleague.bearer })).statusCode).toBe(403)
  const read = await server.app.inject({ url: '/outsideServices', headers: colleague.bearer })
  expect(read.statusCode).toBe(200)
})
