import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { mail as mailTable } from '#server/database/schema/mail.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { linkIn, mailsTo, newestMail } from '#server/testing/outside/outbox.ts'
import { smtpServer } from '#server/testing/outside/smtp-server.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { addMail, type MailRequest, startMail } from './mail.ts'
import { openTransport, type Transport } from './transport.ts'

const changed = (recipient: string): MailRequest => ({ kind: 'password-changed', recipient })
const engine = inject('engine')
let database: TestDatabase
let dataDir: string
const ending: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'clinic-mail-'))
  await database.db.delete(mailTable)
})
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
  rmSync(dataDir, { recursive: true, force: true })
})

function settings(env: Record<string, string> = {}) {
  return readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://clinic.example', SANDBOX: 'stripe,google', ...env })
}

function start({ env = {}, transport }: { env?: Record<string, string>; transport?: Transport } = {}) {
  const lines: string[] = []
  const config = settings(env)
  const mail = startMail({
    db: database.db,
    log: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
    sender: config,
    transport: transport ?? openTransport(config),
    resetLink: async () => undefined,
  })
  ending.push(mail.close)
  return { ...mail, log: () => lines.join('') }
}

async function startSmtp(replyTo?: (recipient: string) => string) {
  const server = await smtpServer(replyTo)
  ending.push(() => server.stop().catch(() => {}))
  return server
}

const waiting = async () => (await database.db.select().from(mailTable)).filter(({ doneAt }) => !doneAt)
const allDone = () => expect.poll(waiting, { timeout: 20_000 }).toEqual([])
const makeDue = () => database.db.update(mailTable).set({ due: sql`now()` })

it('sends what was asked for while nobody was there to send it', async () => {
  await addMail(database.db, {
    kind: 'verify-email',
    recipient: 'ann@example.org',
    link: 'https://clinic.example/v?token=a=b',
  })
  start()
  const { subject, to, text } = await newestMail(dataDir, 'ann@example.org')
  expect({ subject, to }).toEqual({ subject: 'Confirm your email address', to: 'ann@example.org' })
  expect(text).toContain('Lumen Dental')
  expect(linkIn({ text }).href).toBe('https://clinic.example/v?token=a=b')
  await allDone()
  const [row] = await database.db.select().from(mailTable)
  expect(JSON.stringify(row)).not.toContain('token')
})

it('waits for a mail server that is down, and sends once when it is up', async () => {
  const smtp = await startSmtp()
  const mail = start({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'desk@clinic.example', CLINIC_NAME: 'Zähne & Co' } })
  await addMail(database.db, changed('ann@example.org'))
  mail.wake()
  await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1)
  await expect.poll(mail.log).toContain('a mail was not sent yet')
  expect(mail.log()).toContain('ESOCKET')
  expect(mail.log()).not.toContain('ann@')
  const [row] = await waiting()
  expect(Number(row?.due) - Date.now()).toBeGreaterThan(5_000)

  await smtp.start()
  await makeDue()
  mail.wake()
  await allDone()
  mail.wake()
  expect(smtp.taken.map(({ to }) => to)).toEqual(['ann@example.org'])
  expect(smtp.taken[0]?.source).toContain(`Message-ID: <${row?.id}@clinic.example>`)
  expect(smtp.taken[0]?.source).toContain('<desk@clinic.example>')
})

it('sends each mail once, however many instances there are', async () => {
  const smtp = await startSmtp()
  await smtp.start()
  const people = Array.from({ length: 40 }, (_, n) => `person-${n}@example.org`)
  for (const person of people) await addMail(database.db, changed(person))
  for (let n = 0; n < 3; n += 1) start({ env: { SMTP_URL: smtp.url } })
  await allDone()
  expect(smtp.taken.map(({ to }) => to).sort()).toEqual([...people].sort())
})

it('takes over what a dead instance had begun, after two minutes, and writes no second file', async () => {
  const hung: Transport = { send: () => new Promise(() => {}), close: () => {} }
  await addMail(database.db, changed('ann@example.org'))
  start({ transport: hung })
  await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1)
  const next = start()
  const [row] = await waiting()
  expect(Number(row?.due) - Date.now()).toBeGreaterThan(100_000)
  await makeDue()
  next.wake()
  await allDone()
  await database.db.update(mailTable).set({ doneAt: null, due: sql`now()` })
  next.wake()
  await allDone()
  expect(readdirSync(join(dataDir, 'outbox'))).toEqual([`${row?.id}.eml`])
})

it('gives up an address that the mail server refuses, and any mail after a day', async () => {
  const smtp = await startSmtp((recipient) => (recipient.startsWith('gone') ? '550 no such user' : '451 later'))
  await smtp.start()
  await addMail(database.db, changed('gone@example.org'))
  await addMail(database.db, changed('late@example.org'))
  const mail = start({ env: { SMTP_URL: smtp.url } })
  await expect.poll(async () => (await waiting()).map(({ recipient }) => recipient)).toEqual(['late@example.org'])
  await expect.poll(mail.log).toContain('a mail was not sent yet')
  await database.db.update(mailTable).set({ createdAt: sql`now() - interval '25 hours'`, due: sql`now()` })
  mail.wake()
  await allDone()
  expect(mail.log()).toContain('a mail was given up')
  expect(smtp.taken).toEqual([])
})

it('hears at most five requests an hour for one address', async () => {
  for (let n = 0; n < 7; n += 1) await addMail(database.db, changed('ann@example.org'))
  await addMail(database.db, changed('bob@example.org'))
  expect((await waiting()).map(({ recipient }) => recipient).sort()).toEqual([
    ...Array(5).fill('ann@example.org'),
    'bob@example.org',
  ])
})

it('ends a stop with the mail under way sent', async () => {
  let arrived = () => {}
  const slow: Transport = {
    send: () => {
      arrived()
      return new Promise((resolve) => setTimeout(resolve, 300))
    },
    close: () => {},
  }
  const begun = new Promise<void>((resolve) => {
    arrived = resolve
  })
  await addMail(database.db, changed('ann@example.org'))
  const mail = start({ transport: slow })
  await begun
  await mail.close()
  expect(await waiting()).toEqual([])
})

it('sends after the next start what a kill -9 left unsent', async () => {
  const smtp = await startSmtp()
  const server: Server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { SMTP_URL: smtp.url },
  })
  ending.push(server.stop)
  const headers = { origin: server.url, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Ann', email: 'ann@example.org', password: 'secret1' })
  const signedUp = await fetch(`${server.url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  expect(signedUp.status).toBe(200)
  // Once it waits for its next attempt; what dies in the middle of one is taken over as told above.
  await expect.poll(server.log, { timeout: 20_000 }).toContain('a mail was not sent yet')
  await server.kill('SIGKILL')
  expect(smtp.taken).toEqual([])
  await smtp.start()
  await server.restart()
  await expect.poll(() => smtp.taken.length, { timeout: 60_000 }).toBe(1)
  expect(smtp.taken[0]?.to).toBe('ann@example.org')
  expect(await mailsTo(server.dataDir, 'ann@example.org')).toEqual([])
})
