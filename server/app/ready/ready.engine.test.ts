import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReadyRow } from '#contract/ready.ts'
import { storeMailTried } from '#server/outside-service/store.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
})
afterAll(() => server.close())

const read = async () => {
  const { bearer } = await server.person({ role: 'admin' })
  const response = await server.app.inject({ url: '/clinic/ready', headers: bearer })
  expect(response.statusCode, response.body).toBe(200)
  const rows: ReadyRow[] = response.json()
  return (title: string) => rows.find((row) => row.title === title)
}

it('reads what the settings, the rules and the database say', async () => {
  const before = await read()
  expect(before('Your own texts')?.more).toContainEqual(expect.stringMatching(/of the sample clinic, Lumen Dental/))
  expect(before('Emails')?.sentence).toContain('Send yourself a test email')
  expect(before('Backups')?.sentence).toContain('no backup yet')
  expect(before('Demo mode')?.isDone).toBe(true)
  expect(before('Your patients')?.isDone).toBe(false)
  expect(before('Public address')?.isDone).toBe(false)

  const { db, executeSql } = server.database
  await storeMailTried(db, new Date('2026-03-10T14:00:00Z'))
  await executeSql(`INSERT INTO last_backup (id, at) VALUES (1, '2026-03-10 04:00:00+00')`)
  await server.person()
  const after = await read()
  for (const title of ['Emails', 'Backups', 'Your patients', 'A second admin'])
    expect(after(title)?.isDone, title).toBe(true)
})
