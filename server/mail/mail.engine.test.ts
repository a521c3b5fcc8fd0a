import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { mail as mailTable } from '#server/database/schema/mail.ts'
import { type Jobs, openJobs } from '#server/jobs/jobs.ts'
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts'
import { abandonJob, emptyQueue, expireHeartbeats, jobsIn, makeDue, repeatFinished } from '#server/testing/jobs.ts'
import { linkIn, newestMail } from '#server/testing/outside/outbox.ts'
import { smtpServer } from '#server/testing/outside/smtp-server.ts'
import { sampleClinic } from '#testbed/sample-clinic.ts'
import { addMail, emails, startMailJobs } from './jobs.ts'
import type { MailOutcome } from './mail.ts'
import type { MailRequest } from './store.ts'
import { openTransport, type Transport } from './transport.ts'

const changed = (recipient: string): MailRequest => ({ kind: 'password-changed', recipient })
let database: TestDatabase
let jobs: Jobs
let dataDir: string
const ending: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await freshDatabase()
  // Has no worker; only enqueues.
  jobs = await openJobs({ database, log: pino({ level: 'silent' }) })
  await jobs.declare(emails)
})
afterAll(async () => {
  await jobs.close()
  await database.close()
})
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'clinic-mail-'))
  await database.db.delete(mailTable)
  await emptyQueue(database, emails.name)
})
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
  rmSync(dataDir, { recursive: true, force: true })
})

function settings(env: Record<string, string> = {}) {
  const settings = { ...sampleClinic, PUBLIC_URL: 'https://clinic.example', SANDBOX: 'stripe,google' }
  return readConfig({ DATA_DIR: dataDir, ...settings, ...env })
}

async function start({ env = {}, transport }: { env?: Record<string, string>; transport?: Transport } = {}) {
  const lines: string[] = []
  const outcomes: MailOutcome[] = []
  const config = settings(env)
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const running = await openJobs({ database, log })
  await startMailJobs(running, {
    db: database.db,
    log,
    sender: async () => ({ ...config, mailFrom: config.mailFrom ?? config.clinic.email }),
    transport: transport ?? openTransport(config),
    passwordLink: async () => undefined,
    isReminderDue: async () => true,
    invitation: async () => undefined,
    isOfferCurrent: async () => true,
    onAttempt: (outcome) => outcomes.push(outcome),
  })
  ending.push(running.close)
  return { close: running.close, wake: () => running.wake(emails), log: () => lines.join(''), outcomes }
}

async function startSmtp(replyTo?: (recipient: string) => string) {
  const server = await smtpServer(replyTo)
  ending.push(() => server.stop().catch(() => {}))
  return server
}

const waiting = async () => (await database.db.select().from(mailTable)).filter(({ doneAt }) => !doneAt)
const allDone = () => expect.poll(waiting, { timeout: 20_000 }).toEqual([])
const add = (request: MailRequest) => addMail(database.db, jobs, request)
const results = async () => {
  const rows = await database.db.select().from(mailTable).orderBy(mailTable.recipient)
  return rows.map(({ recipient, result }) => `${recipient.split('@')[0]} ${result}`)
}
const job = async () => (await jobsIn(database, emails.name)).find(({ state }) => state !== 'completed')

it('sends emails that were enqueued before a worker started', async () => {
  await add({
    kind: 'verify-email',
    recipient: 'ann@example.org',
    link: 'https://clinic.example/v?token=a=b',
  })
  await start()
  const { subject, to, text } = await newestMail(dataDir, 'ann@example.org')
  expect({ subject, to }).toEqual({ subject: 'Confirm your email address', to: 'ann@example.org' })
  expect(text).toContain('Lumen Dental')
  expect(linkIn({ text }).href).toBe('https://clinic.example/v?token=a=b')
  await allDone()
  const [row] = await database.db.select().from(mailTable)
  expect(JSON.stringify(row)).not.toContain('token')
})

it('retries while the mail server is down, and sends once when it is up', async () => {
  const smtp = await startSmtp()
  const mail = await start({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'desk@clinic.example', CLINIC_NAME: 'Zähne & Co' } })
  await add(changed('ann@example.org'))
  mail.wake()
  await expect.poll(mail.log).toContain('an email was not sent yet')
  await expect.poll(job).toMatchObject({ state: 'retry', attempts: 1 })
  expect(mail.log()).toContain('ESOCKET')
  expect(mail.log()).not.toContain('ann@')
  const [row] = await waiting()
  expect((await job())?.waitSeconds).toBeGreaterThan(5)

  await smtp.start()
  await makeDue(database, emails.name)
  mail.wake()
  await allDone()
  mail.wake()
  expect(smtp.emails.map(({ to }) => to)).toEqual(['ann@example.org'])
  expect(smtp.emails[0]?.source).toContain(`Message-ID: <${row?.id}@clinic.example>`)
  expect(smtp.emails[0]?.source).toContain('<desk@clinic.example>')
})

it('sends each email once with several instances', async () => {
  const smtp = await startSmtp()
  await smtp.start()
  const recipients = Array.from({ length: 40 }, (_, n) => `person-${n}@example.org`)
  for (const recipient of recipients) await add(changed(recipient))
  for (let n = 0; n < 3; n += 1) await start({ env: { SMTP_URL: smtp.url } })
  await allDone()
  expect(smtp.emails.map(({ to }) => to).sort()).toEqual([...recipients].sort())
})

it('takes over the job of a dead instance, and writes one file', async () => {
  await add(changed('ann@example.org'))
  expect(await abandonJob(database, emails.name)).toBe(true)
  const next = await start()
  expect(await job()).toMatchObject({ state: 'active', attempts: 1 })
  await expireHeartbeats(database, emails.name)
  next.wake()
  await allDone()
  const [row] = await database.db.select().from(mailTable)
  await expect.poll(job).toBeUndefined()
  await database.db.update(mailTable).set({ doneAt: null })
  await repeatFinished(database, emails.name)
  next.wake()
  await allDone()
  expect(readdirSync(join(dataDir, 'outbox'))).toEqual([`${row?.id}.eml`])
})

it('does not send an email again if its job repeats after the email is done', async () => {
  const smtp = await startSmtp()
  await smtp.start()
  await add(changed('ann@example.org'))
  const mail = await start({ env: { SMTP_URL: smtp.url } })
  await allDone()
  await expect.poll(job).toBeUndefined()
  await repeatFinished(database, emails.name)
  mail.wake()
  await expect.poll(job).toBeUndefined()
  expect(smtp.emails).toHaveLength(1)
})

it('enqueues nothing if the transaction is rolled back', async () => {
  const rolledBack = database.db.transaction(async (tx) => {
    await addMail(tx, jobs, changed('ann@example.org'))
    throw new Error('roll back')
  })
  await expect(rolledBack).rejects.toThrow('roll back')
  expect([await waiting(), await jobsIn(database, emails.name)]).toEqual([[], []])
})

it('sends an email without a job, as left by a release without jobs', async () => {
  await add(changed('ann@example.org'))
  await emptyQueue(database, emails.name)
  await start()
  await allDone()
  expect((await newestMail(dataDir, 'ann@example.org')).subject).toBe('Your password was changed')
})

it('stops retrying if the mail server refuses the recipient, or after a day', async () => {
  const smtp = await startSmtp((recipient) => (recipient.startsWith('gone') ? '550 no such user' : '451 later'))
  await smtp.start()
  await add(changed('gone@example.org'))
  await add(changed('late@example.org'))
  const mail = await start({ env: { SMTP_URL: smtp.url } })
  await expect.poll(async () => (await waiting()).map(({ recipient }) => recipient)).toEqual(['late@example.org'])
  await expect.poll(mail.log).toContain('an email was not sent yet')
  await database.db.update(mailTable).set({ createdAt: sql`now() - interval '25 hours'` })
  await expect.poll(job).toMatchObject({ state: 'retry' })
  await makeDue(database, emails.name)
  mail.wake()
  await allDone()
  expect(mail.log()).toContain('an email could not be delivered')
  expect(smtp.emails).toEqual([])
  expect(await results()).toEqual(['gone refused', 'late expired'])
})

it('records that an email was kept in the outbox, or that what it says was no longer so', async () => {
  await add(changed('ann@example.org'))
  await add({ kind: 'password-reset', recipient: 'nobody@example.org' })
  expect(await results()).toEqual(['ann null', 'nobody null'])
  await start()
  await allDone()
  expect(await results()).toEqual(['ann kept', 'nobody outdated'])
})

it('records that a mail server took an email', async () => {
  const smtp = await startSmtp()
  await smtp.start()
  await add(changed('ann@example.org'))
  await start({ env: { SMTP_URL: smtp.url } })
  await allDone()
  expect(await results()).toEqual(['ann sent'])
})

it('accepts at most five emails an hour for one recipient', async () => {
  for (let n = 0; n < 7; n += 1) await add(changed('ann@example.org'))
  await add(changed('bob@example.org'))
  expect((await waiting()).map(({ recipient }) => recipient).sort()).toEqual([
    ...Array(5).fill('ann@example.org'),
    'bob@example.org',
  ])
})

it('accepts no more, however many are added at once', async () => {
  const all = Array.from({ length: 30 }, () => add(changed('ann@example.org')))
  await Promise.all([...all, add(changed('bob@example.org'))])
  expect((await waiting()).filter(({ recipient }) => recipient === 'ann@example.org')).toHaveLength(5)
})

it('finishes sending the current email before it stops', async () => {
  let onSend = () => {}
  const slow: Transport = {
    send: () => {
      onSend()
      return new Promise((resolve) => setTimeout(resolve, 300, 'sent'))
    },
    close: () => {},
  }
  const sending = new Promise<void>((resolve) => {
    onSend = resolve
  })
  await add(changed('ann@example.org'))
  const mail = await start({ transport: slow })
  await sending
  await mail.close()
  expect(await waiting()).toEqual([])
})
