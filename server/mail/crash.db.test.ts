import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { expireHeartbeats, jobsIn } from '#server/testing/jobs.ts'
import { mailsTo } from '#server/testing/outside/outbox.ts'
import { smtpServer } from '#server/testing/outside/smtp-server.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { emails } from './jobs.ts'

const engine = inject('engine')
const ending: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function startSmtp() {
  const server = await smtpServer()
  ending.push(() => server.stop().catch(() => {}))
  return server
}

async function startWithSmtp(url: string) {
  const server: Server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { SMTP_URL: url },
  })
  ending.push(server.stop)
  const headers = { origin: server.url, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Ann', email: 'ann@example.org', password: 'secret1' })
  const signedUp = await fetch(`${server.url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  expect(signedUp.status).toBe(200)
  return server
}

async function isSentAfterRestart(server: Server, smtp: Awaited<ReturnType<typeof startSmtp>>) {
  expect(smtp.emails).toEqual([])
  await server.restart()
  await expect.poll(() => smtp.emails.length, { timeout: 60_000 }).toBe(1)
  expect(smtp.emails[0]?.to).toBe('ann@example.org')
  expect(await mailsTo(server.dataDir, 'ann@example.org')).toEqual([])
}

it('sends a waiting email after a kill -9 and a restart', async () => {
  const smtp = await startSmtp()
  const server = await startWithSmtp(smtp.url)
  // The email waits for its next attempt. The next test kills the server during an attempt.
  await expect.poll(server.log, { timeout: 20_000 }).toContain('an email was not sent yet')
  await server.kill('SIGKILL')
  await smtp.start()
  await isSentAfterRestart(server, smtp)
})

it('sends an email again after a kill -9 during its attempt', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume())
  ending.push(async () => void silent.close())
  const connected = new Promise((resolve) => silent.once('connection', resolve))
  const smtp = await startSmtp()
  const port = Number(new URL(smtp.url).port)
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
  const server = await startWithSmtp(smtp.url)
  await connected
  await server.kill('SIGKILL')
  await new Promise((resolve) => silent.close(resolve))
  await smtp.start()
  const { databaseUrl, dataDir } = server
  const left = await openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))
  expect(await jobsIn(left, emails.name)).toMatchObject([{ state: 'active', attempts: 1 }])
  await expireHeartbeats(left, emails.name)
  await left.close()
  await isSentAfterRestart(server, smtp)
})
