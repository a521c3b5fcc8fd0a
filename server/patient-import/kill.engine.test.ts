import { count, eq, like } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, inject, it } from 'vitest'
import type { ImportDetails } from '#contract/patient/import.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { patient, patientPhone } from '#server/database/schema/patient.ts'
import { patientImportRow, patientOldId } from '#server/database/schema/patient-import.ts'
import { expireHeartbeats } from '#server/testing/jobs.ts'
import { type Server, startServer } from '#server/testing/server-process.ts'
import { imports } from './jobs.ts'

const engine = inject('engine')
const rows = 6_000
const email = 'admin@example.com'
const slowly = { timeout: 120_000, interval: 10 }

let server: Server | undefined
afterEach(() => server?.stop())

it('imports every row exactly once through a kill -9 in the middle', { timeout: 400_000 }, async () => {
  server = await startServer({
    databaseServer: engine.kind === 'postgres' ? engine.url : undefined,
    env: { DEMO: 'on' },
  })
  const admin = await signIn(server.url)
  const names = Array.from(
    { length: rows },
    (_, i) => `Kill Row${i},k${i}@kill.example,(212) 555-${1000 + (i % 9000)},K${i}`,
  )
  const { _id, columns } = await admin.upload(['Name,Email,Phone,Id', ...names].join('\n'))
  const read = () => admin.call<ImportDetails>(`/patient-imports/${_id}`)
  await admin.call(`/patient-imports/${_id}/check`, { columns })
  await expect.poll(async () => (await read()).state, slowly).toBe('checked')
  await admin.call(`/patient-imports/${_id}/start`, { duplicates: {} })
  await expect.poll(async () => (await read()).added, slowly).toBeGreaterThan(0)
  await server.kill('SIGKILL')

  const killed = await open(server)
  const left = await killed.db.$count(patientImportRow, eq(patientImportRow.state, 'ready'))
  expect(left, 'the import had ended before the kill').toBeGreaterThan(0)
  expect(await killed.db.$count(patient, like(patient.email, '%@kill.example'))).toBe(rows - left)
  // Another instance takes a job over that has no heartbeat for a minute.
  await expireHeartbeats(killed, imports.name)
  await killed.close()

  await server.restart()
  await expect.poll(async () => (await read()).state, slowly).toBe('imported')
  expect(await read()).toMatchObject({ added: rows, updated: 0, skipped: 0, faulty: 0, done: rows })
  await server.kill('SIGTERM')
  const { db, close } = await open(server)
  const isImported = like(patient.email, '%@kill.example')
  const emails = await db
    .select({ email: patient.email, times: count() })
    .from(patient)
    .where(isImported)
    .groupBy(patient.email)
  expect(emails.length).toBe(rows)
  expect(emails.filter(({ times }) => times > 1)).toEqual([])
  expect(await db.$count(patientPhone, like(patientPhone.number, '(212) 555-%'))).toBe(rows)
  expect(await db.$count(patientOldId, like(patientOldId.oldId, 'K%'))).toBe(rows)
  await close()
})

const open = ({ databaseUrl, dataDir }: Server) => openDatabase({ databaseUrl, dataDir }, pino({ level: 'silent' }))

async function signIn(url: string) {
  const json = { origin: url, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: 'demo-admin' })
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers: json, body })
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const own = { ...json, cookie: cookie.join('; ') }
  const issued = await fetch(`${url}/user/${email}`, { method: 'PUT', headers: own, body: JSON.stringify({ email }) })
  const { token } = (await issued.json()) as { token: string }
  const authorization = `Bearer ${token}`
  return {
    call: async <Answer>(path: string, payload?: object) => {
      const sent = payload && { method: 'POST', body: JSON.stringify(payload) }
      const answer = await fetch(url + path, { ...sent, headers: { ...(payload && json), authorization } })
      expect(answer.status).toBe(200)
      return (await answer.json()) as Answer
    },
    upload: async (text: string) => {
      const form = new FormData()
      form.append('file', new File([text], 'patients.csv'))
      const headers = { authorization, origin: url }
      const answer = await fetch(`${url}/patient-imports?kind=patients`, { method: 'POST', headers, body: form })
      expect(answer.status).toBe(200)
      return (await answer.json()) as ImportDetails
    },
  }
}
